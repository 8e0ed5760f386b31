// Package filled makes values with every member set, for tests of their stored and published forms.
package filled

import (
	"fmt"
	"math"
	"reflect"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
)

// Hollow returns a value with all members at zero, and lists with one such element. Rates have no
// zero, so they have the smallest value.
func Hollow[T any]() T {
	var v T
	hollow(reflect.ValueOf(&v).Elem())
	return v
}

func hollow(v reflect.Value) {
	if rate, ok := v.Addr().Interface().(*money.Rate); ok {
		*rate = money.RateFromUnits(1)
	}
	switch v.Kind() {
	case reflect.Struct:
		for field, member := range v.Fields() {
			if field.IsExported() {
				hollow(member)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		hollow(v.Index(0))
	}
}

// mostUnits has as many digits as amounts, percentages and rates may have.
const mostUnits = 99_999_999_999_999

// Value sets every exported member of a value, at every depth, to a different value. Numbers are
// positive, negative and as large as their type allows. Texts have characters that JSON and
// Postgres treat specially. Lists have three entries, the second of them absent where possible;
// maps have two.
func Value[T any]() T {
	var v T
	f := filler{}
	f.fill(reflect.ValueOf(&v).Elem())
	return v
}

// optional describes values that may be absent.
type optional interface{ Fill() any }

// filler counts the values it has made, so that no two members are the same.
type filler struct{ made int }

func (f *filler) fill(v reflect.Value) {
	if maybe, ok := v.Addr().Interface().(optional); ok {
		f.fill(reflect.ValueOf(maybe.Fill()).Elem())
		return
	}
	f.made++
	switch to := v.Addr().Interface().(type) {
	case *money.Amount:
		*to = money.FromUnits(f.number() % mostUnits)
		return
	case *money.Percent:
		*to = money.PercentFromUnits(f.number() % mostUnits)
		return
	case *money.Rate:
		*to = money.RateFromUnits(mostUnits - int64(f.made))
		return
	case *decimal.Decimal:
		*to = decimal.MustNew(f.number(), f.made%decimal.MaxScale)
		return
	case *date.Date:
		*to = date.MustParse("2024-02-29").Add(f.made)
		return
	case *time.Time:
		*to = time.Date(2026, 3, 1, 8, 0, f.made, 123456000, time.UTC)
		return
	case *asin.ASIN:
		*to = asin.MustParse(fmt.Sprintf("B0%08d", f.made))
		return
	case *gtin.Code:
		*to = gtin.MustParse([]string{"036000291452", "4006381333931"}[f.made%2])
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for _, member := range v.Fields() {
			f.fill(member)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			if _, ok := v.Index(i).Addr().Interface().(optional); !ok || i != 1 {
				f.fill(v.Index(i))
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			element := reflect.New(v.Type().Elem()).Elem()
			f.fill(element)
			v.SetMapIndex(reflect.ValueOf(fmt.Sprintf("key %d ü", f.made)).Convert(v.Type().Key()), element)
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("%d \"ß\\/\n漢字 🚀", f.made))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(f.number())
	case reflect.Float64:
		v.SetFloat(float64(f.made) + 0.1)
	default:
		panic(fmt.Sprintf("filled: there are no values of %v", v.Type()))
	}
}

func (f *filler) number() int64 {
	switch f.made % 5 {
	case 0:
		return math.MaxInt64 - int64(f.made)
	case 1:
		return -math.MaxInt64 + int64(f.made)
	case 2:
		return -int64(f.made)
	}
	return int64(f.made)
}
