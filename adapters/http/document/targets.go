package document

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/form"
	"sellingassistant/domain/document"
)

// targetsPart reads the part targets of a form, as strictly as a member of a JSON body.
type targetsPart struct {
	Targets []TargetRef `json:"targets" maxItems:"20"`
}

var readTargets = form.JSON[targetsPart]("targets", "a list of objects")

func parseTargets(text string) ([]document.Target, error) {
	part, err := readTargets(text)
	return targetsOf(part.Targets), err
}

func targetsOf(refs []TargetRef) []document.Target {
	return body.Each(refs, func(t TargetRef) document.Target {
		return document.Target{Kind: document.TargetKind(t.Type), ID: int64(t.ID)}
	})
}
