package main

import "math"

// estimate has a mean and the half width of its 95 percent interval.
type estimate struct {
	Mean float64 `json:"mean"`
	Half float64 `json:"half_width_95"`
}

// mean estimates the mean of independent values.
func mean(values []float64) estimate {
	n := float64(len(values))
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	m := sum / n
	for _, v := range values {
		squares += (v - m) * (v - m)
	}
	return estimate{m, quantile(len(values)-1) * math.Sqrt(squares/(n-1)/n)}
}

// against estimates by how many percent a exceeds the mean of b. Pairs belong to one seed, so that
// common influences do not widen the interval.
func against(a, b []float64) estimate {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	d, base := mean(differences), math.Abs(mean(b).Mean)
	if base == 0 {
		return estimate{}
	}
	return estimate{d.Mean / base * 100, d.Half / base * 100}
}

// quantile returns the 97.5 percent point of Student's t.
func quantile(freedom int) float64 {
	table := [...]float64{
		12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
		2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
	}
	switch {
	case freedom < 1:
		return math.Inf(1)
	case freedom <= len(table):
		return table[freedom-1]
	}
	return 1.96 + 2.5/float64(freedom)
}
