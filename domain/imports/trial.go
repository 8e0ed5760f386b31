package imports

// sampled bounds the rows of each status in the sample of a trial.
const sampled = 10

// Trial has the outcome that rows would have.
type Trial struct {
	Counts Counts
	// Sample has the first rows of each status, in their order.
	Sample []Row
	shown  map[Status]int
}

// Add counts rows, and keeps the first ones of each status.
func (t *Trial) Add(rows []Row) {
	if t.shown == nil {
		t.shown = map[Status]int{}
	}
	for _, r := range rows {
		t.Counts.Add(r.Status)
		if t.shown[r.Status]++; t.shown[r.Status] <= sampled {
			t.Sample = append(t.Sample, r)
		}
	}
}
