// Package edit changes records for use cases: one record of a version, or many records that succeed
// or fail by themselves.
package edit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/tx"
)

// MaxRows bounds the records that a bulk call may name.
const MaxRows = 100

// Record has the methods of an aggregate that a change needs.
type Record[ID any] interface {
	ID() ID
	Version() int64
}

// Outcome has the result of one record of a bulk call. In a dry run it has the result that the call
// would have.
type Outcome string

// The outcomes.
const (
	Created   Outcome = "created"
	Updated   Outcome = "updated"
	Unchanged Outcome = "unchanged"
	Deleted   Outcome = "deleted"
	Failed    Outcome = "failed"
)

// Many names the records of a bulk call.
type Many[ID any] struct {
	// IDs may repeat: a repeated id acts once and is answered at each place.
	IDs []ID
	// DryRun decides everything and writes nothing.
	DryRun bool
}

// Result has the result of one record.
type Result[ID any] struct {
	ID      ID
	Outcome Outcome
	// Err has the fault if the outcome is Failed.
	Err *fault.Error
}

// Counted requires 1 to MaxRows rows of a bulk call.
func Counted(n int, pointer string) error {
	item := fault.Item{Pointer: pointer, Code: fault.CodeTooFew, Message: "must not be empty"}
	switch {
	case n > MaxRows:
		item.Code, item.Message = fault.CodeTooMany, fmt.Sprintf("must have at most %d entries", MaxRows)
	case n > 0:
		return nil
	}
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, pointer[1:]+" "+item.Message).At(pointer)
	e.Errors = []fault.Item{item}
	return e
}

// Once returns each id once, ascending: the order in which records are locked.
func Once[ID cmp.Ordered](ids []ID) []ID { return slices.Compact(slices.Sorted(slices.Values(ids))) }

// Match refuses a record with another version than the caller saw; nil fits any version.
func Match(ifMatch *int64, version int64) error {
	if ifMatch != nil && *ifMatch != version {
		return fault.StaleVersion()
	}
	return nil
}

// One returns the record that a lock of a single id found. Faults: fault.Missing without a record,
// and Stale if the caller saw another version.
func One[T interface{ Version() int64 }](found []T, ifMatch *int64) (one T, err error) {
	if len(found) == 0 {
		return one, fault.Missing()
	}
	return found[0], Match(ifMatch, found[0].Version())
}

// Each runs a verb on every record that was found. A fault of the verb fails its record, any other
// error the call. It returns a result for each id, in order, and the records to be written, which
// are empty in a dry run.
func Each[ID cmp.Ordered, T Record[ID]](in Many[ID], found []T, ifMatch *int64, verb func(T) (Outcome, error)) ([]Result[ID], []T, error) {
	outcomes := make(map[ID]Result[ID], len(found))
	var changed []T
	for _, one := range found {
		if err := Match(ifMatch, one.Version()); err != nil {
			return nil, nil, err
		}
		outcome, err := verb(one)
		refusal, refused := fault.As(err)
		switch {
		case refused:
			outcome = Failed
		case err != nil:
			return nil, nil, err
		case outcome != Unchanged && !in.DryRun:
			changed = append(changed, one)
		}
		outcomes[one.ID()] = Result[ID]{one.ID(), outcome, refusal}
	}
	results := make([]Result[ID], len(in.IDs))
	for i, named := range in.IDs {
		result, ok := outcomes[named]
		if !ok {
			result = Result[ID]{named, Failed, fault.Missing()}
		}
		results[i] = result
	}
	return results, changed, nil
}

// Change returns the outcome of a verb that reports whether it changed its record.
func Change(changed bool, err error) (Outcome, error) {
	if changed {
		return Updated, err
	}
	return Unchanged, err
}

// Alone returns the fault of a call about one record.
func Alone[ID any](results []Result[ID], err error) error {
	if err != nil || results[0].Err == nil {
		return err
	}
	return results[0].Err
}

// IDs returns the ids of records.
func IDs[ID any, T Record[ID]](records []T) []ID {
	out := make([]ID, len(records))
	for i, one := range records {
		out[i] = one.ID()
	}
	return out
}

// Bulk changes many records in one transaction.
type Bulk[ID cmp.Ordered, T Record[ID]] struct {
	// Lock reads the named records, ascending; missing records are left out.
	Lock func(ctx context.Context, ids []ID) ([]T, error)
	// Verb runs on each record, by Each.
	Verb func(T) (Outcome, error)
	// Write stores the records that the verb changed, never none.
	Write func(ctx context.Context, changed []T) error
}

// Run changes the named records and returns a result for each, see Each.
func (b Bulk[ID, T]) Run(ctx context.Context, on tx.Runner, in Many[ID], ifMatch *int64) ([]Result[ID], error) {
	if err := Counted(len(in.IDs), "/ids"); err != nil {
		return nil, err
	}
	return tx.Value(ctx, on, func(ctx context.Context) ([]Result[ID], error) {
		found, err := b.Lock(ctx, Once(in.IDs))
		if err != nil {
			return nil, err
		}
		results, changed, err := Each(in, found, ifMatch, b.Verb)
		if err != nil || len(changed) == 0 {
			return results, err
		}
		return results, b.Write(ctx, changed)
	})
}

// One changes one record.
func (b Bulk[ID, T]) One(ctx context.Context, on tx.Runner, one ID, ifMatch *int64) error {
	return Alone(b.Run(ctx, on, This(one), ifMatch))
}

// This names one record.
func This[ID any](one ID) Many[ID] { return Many[ID]{IDs: []ID{one}} }
