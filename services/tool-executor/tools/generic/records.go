package generic

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// records are what the three tools of records share.
type records struct {
	settings settings
	db       *store.Store
	ledger   ledger.Ledger
}

// QueryRecords is query_records: the contact's own records of one kind.
type QueryRecords struct{ records }

// Spec describes the tool.
func (QueryRecords) Spec() tool.Spec {
	return tool.Spec{
		Name: "query_records", Own: true, Paged: true, Optional: true,
		Description: "The customer's own records of a kind that this business keeps, newest first; with where only those that hold " +
			"its values.",
		Parameters:  recordQuestionSchema,
		Specialists: tool.Everybody(), Permission: tool.Inform,
		Examples: tool.Examples(`{"collection":"reparaciones","where":{"estado":"lista"}}`),
	}
}

type recordQuestion struct {
	wire.Page
	Collection string         `json:"collection" required:"true" description:"the kind of record"`
	Where      map[string]any `json:"where" description:"values that the records must hold, by field"`
}

var recordQuestionSchema = wire.SchemaOf[recordQuestion]()

// record is one as it is told.
type record struct {
	ID        string         `json:"record_id"`
	CreatedAt string         `json:"created_at"` // a day
	Values    map[string]any `json:"values"`
}

// Call answers with a list, empty where the contact has none.
func (t QueryRecords) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[recordQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	of, refusal := t.collection(c, args.Collection, func(tenant.Collection) bool { return true })
	if refusal == nil {
		refusal = check(of, "where", args.Where, partly)
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	list, err := t.own(ctx, c, of.Name, args.Where)
	if err != nil {
		return tool.Result{}, err
	}
	evidence := make([]tool.Evidence, 0, len(list))
	for _, r := range list {
		evidence = append(evidence, wire.Row("records", r.ID))
	}
	return wire.AnswerPage(c, args.Page, list, evidence)
}

// collection returns the kind of a name where the tenant allows what is asked of it.
func (r records) collection(c tool.Call, name string, may func(tenant.Collection) bool) (of tenant.Collection, refusal *tool.Error) {
	all := allowed(r.settings, c.Tenant)
	of, ok := all.Collection(name)
	if !ok || !may(of) {
		return of, &tool.Error{
			Code: "not_found", Field: "collection", Message: "the business keeps no such records here",
			Allowed: tool.Names(names(all.Records, may)...),
		}
	}
	return of, nil
}

// CreateRecord is create_record: a record of the contact.
type CreateRecord struct{ records }

// Spec describes the tool.
func (CreateRecord) Spec() tool.Spec {
	return tool.Spec{
		Name: "create_record", Write: true, Confirm: true, DryRun: true, Optional: true,
		Description: "Keeps a record of the customer, of a kind that this business keeps.",
		Parameters:  newRecordSchema,
		Specialists: tool.Everybody(), Permission: tool.Records,
		Examples: tool.Examples(`{"collection":"reparaciones","values":{"articulo":"bicicleta","falla":"el freno no frena"}}`),
	}
}

type newRecord struct {
	Collection string         `json:"collection" required:"true" description:"the kind of record"`
	Values     map[string]any `json:"values" required:"true" description:"what it says, by field"`
}

var newRecordSchema = wire.SchemaOf[newRecord]()

type recordKept struct {
	Success bool   `json:"success"`
	ID      string `json:"record_id"`
}

// Call keeps a record once a turn, as many of a contact as the tenant's file allows.
func (t CreateRecord) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[newRecord](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	of, refusal := t.collection(c, args.Collection, func(x tenant.Collection) bool { return x.Create })
	if refusal == nil {
		refusal = check(of, "values", args.Values, whole)
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.once(ctx, c, func(x *tx) (tool.Result, error) {
		has, err := x.count(ctx, c, of.Name)
		if err != nil {
			return tool.Result{}, err
		}
		if has >= of.Max {
			return wire.RefuseFor("too_many_records", "collection", fmt.Sprintf("the customer has %d of them already", has), nil)
		}
		id, err := x.insert(ctx, c, of.Name, tidy(args.Values))
		if err != nil {
			return tool.Result{}, err
		}
		return wire.Answer(recordKept{Success: true, ID: id}, wire.Row("records", id))
	})
}

// UpdateRecord is update_record: other values of a record of the contact's own.
type UpdateRecord struct{ records }

// Spec describes the tool.
func (UpdateRecord) Spec() tool.Spec {
	return tool.Spec{
		Name: "update_record", Write: true, Confirm: true, DryRun: true, Optional: true,
		Description: "Changes values of a record of the customer's own, by the record_id that query_records or create_record gave; " +
			"the others stay.",
		Parameters:  changedRecordSchema,
		Specialists: tool.Everybody(), Permission: tool.Records,
		Examples: tool.Examples(`{"collection":"reparaciones","record_id":"01234567-89ab-7def-8123-456789abcdef",` +
			`"values":{"falla":"también la cadena"}}`),
	}
}

type changedRecord struct {
	Collection string         `json:"collection" required:"true" description:"the kind of record"`
	ID         string         `json:"record_id" required:"true" description:"id of the record"`
	Values     map[string]any `json:"values" required:"true" description:"what changes, by field"`
}

var changedRecordSchema = wire.SchemaOf[changedRecord]()

// Call changes the record once a turn.
func (t UpdateRecord) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[changedRecord](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	of, refusal := t.collection(c, args.Collection, func(x tenant.Collection) bool { return x.Update })
	switch {
	case refusal != nil:
	case uuid.Validate(args.ID) != nil:
		refusal = invalid("record_id", "expected the record_id that query_records gave")
	case len(args.Values) == 0:
		refusal = invalid("values", "expected what changes")
	default:
		refusal = check(of, "values", args.Values, partly)
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.once(ctx, c, func(x *tx) (tool.Result, error) {
		had, found, err := x.read(ctx, c, of.Name, args.ID)
		if err != nil {
			return tool.Result{}, err
		}
		if !found {
			return wire.RefuseFor("not_found", "record_id", "the customer has no such record", nil)
		}
		maps.Copy(had, tidy(args.Values))
		if refusal := check(of, "values", had, whole); refusal != nil { // the file may ask for more than it did
			return wire.Refuse(refusal)
		}
		if err := x.update(ctx, c, args.ID, had); err != nil {
			return tool.Result{}, err
		}
		id := strings.ToLower(args.ID)
		return wire.Answer(recordKept{Success: true, ID: id}, wire.Row("records", id))
	})
}

// tidy writes texts in one line.
func tidy(values map[string]any) map[string]any {
	for name, v := range values {
		if text, ok := v.(string); ok {
			values[name] = strings.Join(strings.Fields(text), " ")
		}
	}
	return values
}

// encode writes values as the table keeps them.
func encode(values map[string]any) (json.RawMessage, error) {
	data, err := json.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("encode record: %w", err)
	}
	return data, nil
}
