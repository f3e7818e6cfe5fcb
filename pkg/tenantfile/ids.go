package tenantfile

import "github.com/google/uuid"

// namespace is part of the contract: with another one every row would change its id.
var namespace = uuid.MustParse("6f1c3a52-9d0e-5b7a-8c44-2f2e9b1d7a60")

// ID returns the uuid of one of a tenant's things (kind branch, staff, table, service, dish, option, zone, policy, faq, template,
// competitor, instruction, assistant, corpus, document, closure): version 5, so it stays the same for ever.
func ID(tenant, kind, slug string) string {
	return uuid.NewSHA1(namespace, []byte(tenant+"\x00"+kind+"\x00"+slug)).String()
}
