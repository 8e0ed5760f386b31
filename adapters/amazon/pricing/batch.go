package pricing

import (
	"context"
	"errors"
	"slices"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
)

// form describes one operation that asks Amazon a set of questions.
type form[Q comparable, A any] struct {
	op *spapi.Operation
	// ask builds the call for some questions, at most as many as op takes.
	ask func(questions []Q) (spapi.Call, error)
	// read decodes the entries of an answer to a call made at a moment.
	read func(questions []Q, body []byte, at time.Time) ([]entry[A], error)
}

// entry has the answer to one question.
type entry[A any] struct {
	// question has the index of the answered question.
	question int
	value    A
	err      *spapi.Error
}

// inquiry asks Amazon many questions and gets an answer or an error for each: a batch answers 200,
// and every entry in it may fail alone.
type inquiry[Q comparable, A any] struct {
	client   *spapi.Client
	seller   account.Seller
	priority spapi.Priority
	many     form[Q, A]
	// one asks a single question, if there is an operation for that; it has its own rate limit.
	one *form[Q, A]
	// check refuses an invalid question.
	check func(q Q) error
}

// result has a value or an error, an *Error until the inquiry is over.
type result[A any] struct {
	value A
	err   error
	// alone marks an error that concerns only this question.
	alone bool
}

// errNoEntry reports an answer without an entry for a question.
var errNoEntry = errors.New("the answer leaves the question out")

// run answers all questions, in order. Equal questions are asked once; only those that failed for
// a transient reason are asked again.
func (i *inquiry[Q, A]) run(ctx context.Context, questions []Q) []result[A] {
	results := make([]result[A], len(questions))
	first := make(map[Q]int, len(questions))
	var open []int
	for n, q := range questions {
		if _, again := first[q]; again {
			continue
		}
		first[q] = n
		if results[n].err = i.check(q); results[n].err == nil {
			open = append(open, n)
		}
	}
	for round := 1; len(open) > 0; round++ {
		open = i.round(ctx, questions, open, results)
		if len(open) == 0 || !i.client.Pause(ctx, round) {
			break
		}
	}
	for n := range results {
		if o := &results[n]; o.err != nil && first[questions[n]] == n {
			o.err = i.faultOf(o)
		}
	}
	for n, q := range questions {
		results[n] = results[first[q]]
	}
	return results
}

// answers converts results into the port's type.
func answers[A, B any](results []result[A], to func(value A, err error) B) []B {
	list := make([]B, len(results))
	for n, r := range results {
		list[n] = to(r.value, r.err)
	}
	return list
}

// round asks the open questions, in as many calls as needed, and returns the questions worth a
// retry.
func (i *inquiry[Q, A]) round(ctx context.Context, questions []Q, open []int, results []result[A]) (again []int) {
	for chunk := range slices.Chunk(open, i.many.op.Items) {
		err := i.call(ctx, questions, chunk, results)
		if err == nil {
			for _, n := range chunk {
				if e := results[n].err; e != nil && results[n].alone && passing(spapi.AsError(e)) {
					again = append(again, n)
				}
			}
			continue
		}
		if !concernsAll(err) {
			fail(results, chunk, err)
			continue
		}
		fail(results, open[slices.Index(open, chunk[0]):], err)
		return nil
	}
	return again
}

// call asks some questions and returns the error of the call as a whole.
func (i *inquiry[Q, A]) call(ctx context.Context, questions []Q, chunk []int, results []result[A]) error {
	asked := make([]Q, len(chunk))
	for n, at := range chunk {
		asked[n] = questions[at]
	}
	f := i.many
	if len(asked) == 1 && i.one != nil {
		f = *i.one
	}
	call, err := f.ask(asked)
	if err != nil {
		return &spapi.Error{Kind: spapi.Misused, Operation: f.op.ID, Cause: err}
	}
	var entries []entry[A]
	began := i.client.Now().UTC()
	call.Operation, call.Seller, call.Priority, call.Items = f.op, i.seller, i.priority, len(asked)
	call.Read = func(body []byte) (err error) {
		entries, err = f.read(asked, body, began)
		return err
	}
	if _, err = i.client.Do(ctx, call); err != nil {
		var e *spapi.Error
		if f.op.PerItem || !errors.As(err, &e) || e.Kind != spapi.Rejected && e.Kind != spapi.Missing {
			return err
		}
		results[chunk[0]] = result[A]{err: e, alone: true}
		return nil
	}
	for _, n := range chunk {
		results[n] = result[A]{err: &spapi.Error{Kind: spapi.Unavailable, Operation: f.op.ID, Cause: errNoEntry}, alone: true}
	}
	for _, e := range entries {
		o := result[A]{value: e.value}
		if e.err != nil {
			o.err, o.alone = e.err, true
		}
		results[chunk[e.question]] = o
	}
	return nil
}

// fail records the error of a call. An earlier error of a question is kept, because it says more
// than a rate limit; only the retry time is updated.
func fail[A any](results []result[A], chunk []int, err error) {
	e := spapi.AsError(err)
	for _, n := range chunk {
		if results[n].err != nil && e.Kind == spapi.Throttled && e.Status == 0 {
			before := *spapi.AsError(results[n].err)
			before.RetryAfter = e.RetryAfter
			results[n].err = &before
			continue
		}
		results[n] = result[A]{err: err}
	}
}

// concernsAll reports an error that the next call would get too.
func concernsAll(err error) bool {
	var e *spapi.Error
	return !errors.As(err, &e) || e.Kind != spapi.Rejected && e.Kind != spapi.Missing && e.Kind != spapi.Misused
}

// passing reports an entry that may succeed on a retry.
func passing(e *spapi.Error) bool {
	return (e.Kind == spapi.Throttled || e.Kind == spapi.Unavailable) && e.RetryAfter == 0
}

// faultOf converts an error into a fault. Amazon's messages about a question are included.
func (i *inquiry[Q, A]) faultOf(o *result[A]) error {
	var e *spapi.Error
	if !o.alone || !errors.As(o.err, &e) {
		return spapi.FaultOf(o.err)
	}
	told := *e
	if passing(&told) {
		told.RetryAfter = time.Duration(float64(time.Second) / i.many.op.Rate.PerSecond)
	}
	f := told.Fault()
	switch told.Kind {
	case spapi.Throttled, spapi.Unavailable:
		return f
	case spapi.Missing, spapi.Rejected:
	default:
		f = fault.New(fault.Invalid, fault.CodeUpstreamRejected, "The marketplace refused the request.").Because(&told)
	}
	f.Errors = told.Items(fault.CodeInvalid)
	return f
}

// grouped answers questions group by group, and restores their order.
func grouped[Q comparable, A any, K comparable](questions []Q, key func(q Q) K, run func(k K, group []Q) []result[A]) []result[A] {
	var keys []K
	places := map[K][]int{}
	for n, q := range questions {
		k := key(q)
		if places[k] == nil {
			keys = append(keys, k)
		}
		places[k] = append(places[k], n)
	}
	results := make([]result[A], len(questions))
	for _, k := range keys {
		group := make([]Q, len(places[k]))
		for n, at := range places[k] {
			group[n] = questions[at]
		}
		for n, o := range run(k, group) {
			results[places[k][n]] = o
		}
	}
	return results
}

// matched assigns rows to questions: about selects the questions that a row fits, read decodes it.
// A row that fits no question or several is dropped, and the first row of a question counts.
func matched[Q, W, A any](questions []Q, rows []W, about func(w W) func(n int, q Q) bool, read func(w W, q Q) (A, *spapi.Error)) []entry[A] {
	var entries []entry[A]
	answered := make([]bool, len(questions))
	for _, row := range rows {
		n, ok := only(questions, answered, about(row))
		if !ok {
			continue
		}
		answered[n] = true
		e := entry[A]{question: n}
		e.value, e.err = read(row, questions[n])
		entries = append(entries, e)
	}
	return entries
}

// only finds the single question that an entry answers, by the entry's content and never by its
// position. It returns false if the entry fits no question or several.
func only[Q any](questions []Q, answered []bool, about func(n int, q Q) bool) (int, bool) {
	found := -1
	for n, q := range questions {
		if answered[n] || !about(n, q) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = n
	}
	return found, found >= 0
}
