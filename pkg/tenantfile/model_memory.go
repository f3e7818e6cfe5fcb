package tenantfile

// Memory is what models are told of a conversation and of a customer beside the message.
type Memory struct {
	History *int `yaml:"history" min:"0" max:"30"` // default 8
}
