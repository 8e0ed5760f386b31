package document

import (
	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/document"
)

// targetsPart is the part targets of a form, as strict as the member of a JSON body.
type targetsPart struct {
	Targets []TargetRef `json:"targets" maxItems:"20"`
}

var readTargets = httpx.JSONPart[targetsPart]("targets", "a list of objects")

func parseTargets(text string) ([]document.Target, error) {
	part, err := readTargets(text)
	return targetsOf(part.Targets), err
}

func targetsOf(refs []TargetRef) []document.Target {
	out := make([]document.Target, len(refs))
	for i, t := range refs {
		out[i] = document.Target{Kind: document.TargetKind(t.Type), ID: int64(t.ID)}
	}
	return out
}
