package document

import (
	"context"
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// PreviewAsked asks for the interpretation of a document.
type PreviewAsked struct {
	ID document.ID
	// Supplier and Order replace the recognised records.
	Supplier, Order optional.Maybe[int64]
	// Statuses, Problems and MinConfidence narrow the lines.
	Statuses      []importing.Status
	Problems      []reading.Code
	MinConfidence document.Confidence
	// After has the number of the line before the page of at most Limit lines.
	After, Limit int
}

// Previewed has the interpretation of a document.
type Previewed struct {
	Document document.Snapshot
	Reading  reading.Reading
	importing.Preview
	OrderMatch importing.OrderMatch
	// Confidence has the mean of all lines.
	Confidence document.Confidence
	Summary    importing.Summary
	// Page has the lines that pass; More says that others follow.
	Page []importing.Line
	More bool
	// Total counts the lines that pass the filter.
	Total int
	// Effects has the writes of an applied document's import.
	Effects optional.Maybe[importing.Effects]
}

// Preview matches the lines of a document, as the team's records are now. An unread document is a
// Conflict fault not_ready, a document without lines a Rule fault no_parsed_data. Of a list of more
// than importing.MaxLines lines it shows that many after After.
func (i *Imports) Preview(ctx context.Context, who caller.Caller, in PreviewAsked) (out Previewed, err error) {
	doc, err := i.Documents.Find(ctx, who.Team, in.ID)
	if err != nil {
		return out, err
	}
	out.Document = doc.Snapshot()
	long := out.Document.Summary != nil && out.Document.Summary.Lines > importing.MaxLines
	from, most := 0, 0
	if long {
		from, most = in.After, importing.MaxLines
	}
	stored, err := i.read(ctx, out.Document, from, most)
	if err != nil {
		return out, err
	}
	found, err := i.look(ctx, out.Document, stored, importing.Request{Supplier: in.Supplier, Order: in.Order}, false)
	if err != nil {
		return out, inQuery(err)
	}
	total, err := i.land(ctx, out.Document, &found, long)
	if err != nil {
		return out, err
	}
	if total.Result == reading.Fail {
		found.Problems = append(found.Problems, importing.ProblemOf(importing.TotalDiffers))
	}
	out.Reading, out.Preview, out.OrderMatch = stored.Reading, found.Preview, found.order
	out.Reading.Checks = append(slices.Clone(stored.Checks), total)
	out.Summary, out.Confidence = found.Summary(), mean(stored.Lines)
	if long {
		out.Summary.Lines, out.Summary.Verified = out.Document.Summary.Lines, out.Document.Summary.LinesVerified
	}
	for _, l := range found.Lines {
		switch {
		case !in.passes(l):
			continue
		case l.No > in.After && len(out.Page) < in.Limit:
			out.Page = append(out.Page, l)
		case l.No > in.After:
			out.More = true
		}
		out.Total++
	}
	if last := len(found.Lines) - 1; long && last >= 0 && found.Lines[last].No < out.Document.Summary.Lines {
		out.More = true
	}
	if out.Document.Status == document.Applied {
		one, ok, err := i.Imports.Find(ctx, who.Team, in.ID)
		if err != nil {
			return out, err
		}
		if ok {
			out.Effects = optional.Some(one.Effects)
		}
	}
	return out, nil
}

// Last returns the number of the last line of the page. For a page without lines it is the line
// after which the next page begins.
func (p Previewed) Last() int {
	if n := len(p.Page); n > 0 {
		return p.Page[n-1].No
	}
	if n := len(p.Lines); n > 0 {
		return p.Lines[n-1].No
	}
	return 0
}

func (in PreviewAsked) passes(l importing.Line) bool {
	return (len(in.Statuses) == 0 || slices.Contains(in.Statuses, l.Match.Status)) && l.Confidence >= in.MinConfidence &&
		(len(in.Problems) == 0 || slices.ContainsFunc(l.Found, func(p reading.Problem) bool { return slices.Contains(in.Problems, p.Code) }))
}

func mean(lines []reading.Line) (sum document.Confidence) {
	for i := range lines {
		sum += lines[i].Confidence
	}
	return sum / max(1, document.Confidence(len(lines)))
}

// inQuery names parameters in place of members of a body.
func inQuery(err error) error {
	e, ok := fault.As(err)
	if !ok || e.Pointer == "" {
		return err
	}
	name := e.Pointer[1:]
	e = e.At("").In(name)
	return e
}
