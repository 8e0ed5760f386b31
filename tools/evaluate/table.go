package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"sellingassistant/tools/evaluate/play"
)

// line has a player's row of the table.
type line struct {
	name, kind   string
	profit       estimate // whole currency per product and day
	against      estimate // percent of match_box's
	box          float64  // percent
	units        float64  // of a product and day
	changes      float64  // of a row and day
	pennies      float64  // percent of the changes
	turns        float64  // of a row and hour
	worst        int64
	outside      int64
	stopped      int64
	perConfirmed float64
	wars         float64 // of a row and week
	holds        float64 // of a row and week
}

func (r *result) lines() []line {
	reference := r.find(play.MatchBox, baseline)
	var all []line
	for _, p := range r.Players {
		t := p.total()
		days := float64(t.Time) / 86_400
		l := line{
			name: p.Name, kind: p.Kind, profit: mean(p.profits()), box: boxShare(t) * 100, units: float64(t.Units) / days,
			changes: float64(t.Changes) / days, pennies: 100 * ratio(t.Pennies, t.Changes), turns: float64(t.Turns) / days / 24, worst: t.WorstHour, outside: t.Outside,
			stopped: t.Stopped, perConfirmed: ratio(t.Submissions, t.Confirmed), wars: float64(t.Wars) / days * 7, holds: float64(t.Holds) / days * 7,
		}
		if reference != nil {
			l.against = against(p.profits(), reference.profits())
		}
		all = append(all, l)
	}
	return all
}

// print writes the table and the figures.
func (r *result) print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "player\tprofit\tof match_box\tbox %\tunits\tchanges\t<0.2 %\tturns/h\tworst h\toutside\tstopped\tsent/conf\twars/wk\tholds/wk\t")
	kind := ""
	for _, l := range r.lines() {
		if l.kind != kind {
			kind = l.kind
			fmt.Fprintf(w, "[%s]\t\t\t\t\t\t\t\t\t\t\t\t\t\t\n", kind)
		}
		fmt.Fprintf(w, "%s\t%.2f ± %.2f\t%s\t%.1f\t%.2f\t%.1f\t%.0f\t%.3f\t%d\t%d\t%d\t%.3f\t%.2f\t%.2f\t\n", l.name, l.profit.Mean, l.profit.Half,
			l.against.percent(), l.box, l.units, l.changes, l.pennies, l.turns, l.worst, l.outside, l.stopped, l.perConfirmed, l.wars, l.holds)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(to, "\nprofit, units and changes are of a product and a day, <0.2 % is the percentage of changes that are smaller than that; ± is a 95 % interval over seeds")
	w = tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nmust hold\twanted\tfound\t\t")
	for _, f := range r.Figures {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t\n", f.What, f.Wanted, f.Found, f.word())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(to, "\n%d seeds from %d, %d products each, %d days, priority %s; %.0f s\n",
		r.Seeds, r.First, r.Products, r.Settings.Days, r.Settings.Priority, r.Seconds)
	return err
}

func (f figure) word() string {
	if f.Reached {
		return "reached"
	}
	return "NOT REACHED"
}

// write fills the folder.
func (r *result) write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	body, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	files := map[string][]byte{"result.json": append(body, '\n')}
	plots := r.plots()
	for _, p := range plots {
		files[p.name+".svg"] = []byte(p.svg)
	}
	if files["index.html"], err = r.page(plots); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
