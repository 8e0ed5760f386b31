package inventory

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// The words of a SKU template.
const (
	wordSupplier = "supplier"
	wordASIN     = "asin"
	wordDay      = "yymmdd"
	wordCost     = "cost"
	wordSeq      = "seq"
)

// SKUTemplatePattern matches SKU templates, as a regular expression.
const SKUTemplatePattern = `^([^{}\x00-\x1f\x7f-\x9f]|\{(supplier|asin|yymmdd|cost|seq)\})+$`

var (
	skuWord  = regexp.MustCompile(`\{(supplier|asin|yymmdd|cost|seq)\}`)
	notInSKU = regexp.MustCompile(`[^0-9A-Za-z]+`)
)

// skuSeparators lists the characters that separate words.
const skuSeparators = "-_./ "

// SKUTemplate makes SKUs: text with words in braces, such as
// {supplier}-{asin}-{yymmdd}.
type SKUTemplate struct {
	// parts alternate: text, word, text, word, …, text.
	parts []string
}

// ParseSKUTemplate reads a template. A template with an unknown word, or with a stray brace, is
// Invalid.
func ParseSKUTemplate(s string) (SKUTemplate, error) {
	var t SKUTemplate
	at := 0
	for _, place := range skuWord.FindAllStringSubmatchIndex(s, -1) {
		t.parts, at = append(t.parts, s[at:place[0]], s[place[2]:place[3]]), place[1]
	}
	t.parts = append(t.parts, s[at:])
	for i := 0; i < len(t.parts); i += 2 {
		if s == "" || strings.ContainsAny(t.parts[i], "{}") {
			return SKUTemplate{}, fault.New(fault.Invalid, fault.CodeValidationFailed,
				"sku_template must have text and the words {supplier}, {asin}, {yymmdd}, {cost}, {seq}").At("/sku_template")
		}
	}
	return t, nil
}

// Numbers reports whether the template has the word seq.
func (t SKUTemplate) Numbers() bool {
	for i := 1; i < len(t.parts); i += 2 {
		if t.parts[i] == wordSeq {
			return true
		}
	}
	return false
}

// SKUWords has the values of a template's words. Cost has the cost of one unit.
type SKUWords struct {
	Supplier optional.Maybe[string]
	ASIN     string
	Day      date.Date
	Cost     optional.Maybe[string]
	Seq      int64
}

// Fill replaces the placeholders and returns which have no value: they are left out together with
// the separator before them.
func (t SKUTemplate) Fill(w SKUWords) (sku string, missing []string) {
	var b strings.Builder
	for i, part := range t.parts {
		if i%2 == 0 {
			if b.Len() == 0 && len(missing) > 0 {
				// The separator of a word that is left out goes too.
				part = strings.TrimLeft(part, skuSeparators)
			}
			b.WriteString(part)
			continue
		}
		if value := w.value(part); value != "" {
			b.WriteString(value)
			continue
		}
		if !slices.Contains(missing, part) {
			missing = append(missing, part)
		}
		if s := b.String(); s != "" && strings.Contains(skuSeparators, s[len(s)-1:]) {
			b.Reset()
			b.WriteString(s[:len(s)-1])
		}
	}
	return strings.TrimSpace(b.String()), missing
}

func (w SKUWords) value(word string) string {
	switch word {
	case wordSupplier:
		return skuText(w.Supplier.Or(""))
	case wordASIN:
		return w.ASIN
	case wordDay:
		s := w.Day.String() // 2026-11-21
		return s[2:4] + s[5:7] + s[8:10]
	case wordCost:
		return w.Cost.Or("")
	}
	return fmt.Sprintf("%04d", w.Seq)
}

// skuText makes a name fit for a SKU: letters and digits, a hyphen for anything else.
func skuText(name string) string { return strings.Trim(notInSKU.ReplaceAllString(name, "-"), "-") }

// NthSKU returns the n-th SKU to try, from 1: sku, sku-2, sku-3 and so on. An empty SKU, or one
// longer than 40 characters, is validation_failed (Rule): truncating could make two SKUs equal.
func NthSKU(sku string, n int) (string, error) {
	if n > 1 {
		sku += "-" + strconv.Itoa(n)
	}
	switch {
	case sku == "":
		return "", fault.New(fault.Rule, fault.CodeValidationFailed, "The template makes no SKU from the known values.").At("/sku_template")
	case utf8.RuneCountInString(sku) > MaxSKU:
		return "", fault.Newf(fault.Rule, fault.CodeValidationFailed,
			"The template makes %s, which is longer than %d characters.", sku, MaxSKU).At("/sku_template")
	}
	return sku, CheckSKU(sku)
}
