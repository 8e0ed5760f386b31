package imports

import (
	"time"

	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// The json tags name the stored members. Changing a name needs a migration.
func init() {
	record.DeclareDocument("imports",
		func(v *imports.Values) *storedValues { return (*storedValues)(v) })
	record.DeclarePart(func(v *imports.Mapping) *storedMapping { return (*storedMapping)(v) })
	record.DeclarePart(func(v *imports.Column) *storedColumn { return (*storedColumn)(v) })
	record.DeclarePart(func(v *imports.Counts) *storedCounts { return (*storedCounts)(v) })
}

type storedValues struct {
	Kind        imports.Kind              `json:"kind"`
	DryRun      bool                      `json:"dry_run"`
	Accepted    []imports.Warning         `json:"accepted,omitzero"`
	FileName    string                    `json:"file_name"`
	Document    int64                     `json:"document"`
	Mapping     imports.Mapping           `json:"mapping"`
	Fingerprint string                    `json:"fingerprint"`
	User        id.User                   `json:"user"`
	Key         id.Key                    `json:"key"`
	Stage       imports.Stage             `json:"stage"`
	Rows        int64                     `json:"rows"`
	Done        int64                     `json:"done"`
	Last        int64                     `json:"last"`
	Counts      imports.Counts            `json:"counts"`
	TakenTo     int64                     `json:"taken_to"`
	Error       string                    `json:"error"`
	StartedAt   optional.Maybe[time.Time] `json:"started_at,omitzero"`
	FinishedAt  optional.Maybe[time.Time] `json:"finished_at,omitzero"`
	Create      bool                      `json:"create,omitzero"`
}

type storedMapping struct {
	Sheet     string           `json:"sheet"`
	HeaderRow int64            `json:"header_row"`
	Columns   []imports.Column `json:"columns"`
	Unused    []imports.Column `json:"unused"`
	Decimal   columns.Decimal  `json:"decimal"`
}

type storedColumn struct {
	Field  imports.Field `json:"field"`
	At     int64         `json:"at"`
	Header string        `json:"header"`
	Sign   string        `json:"sign"`
	Mark   string        `json:"mark,omitzero"`
}

type storedCounts struct {
	Updated   int64 `json:"updated"`
	Unchanged int64 `json:"unchanged"`
	Failed    int64 `json:"failed"`

	NeedsConfirmation int64 `json:"needs_confirmation,omitzero"`

	TakenBack    int64 `json:"taken_back"`
	NotTakenBack int64 `json:"not_taken_back"`

	Created int64 `json:"created,omitzero"`
}
