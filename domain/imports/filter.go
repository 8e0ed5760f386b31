package imports

// Filter narrows a list of imports; empty members do not narrow.
type Filter struct {
	Kinds  []Kind
	Stages []Stage
	DryRun *bool
}
