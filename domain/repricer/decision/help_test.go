package decision_test

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

const (
	us = marketplace.US
	de = marketplace.ID("A1PA6795UKMFR9")
	jp = marketplace.ID("A1VC38T7YXB528")
)

var (
	monday  = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	tuesday = monday.Add(24 * time.Hour)
)

func eur(s string) money.Amount  { return money.MustParse(s) }
func pct(s string) money.Percent { return money.MustParsePercent(s) }
