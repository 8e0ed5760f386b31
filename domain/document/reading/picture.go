package reading

import "sellingassistant/domain/document"

// unpointed bounds lines of pictures with a total that shows no decimal sign for sure.
const unpointed document.Confidence = 8_000

// thousands counts the digits of a group.
const thousands = 3

// provenOf bounds the confidence of a line that OCR read. OCR takes digits for others, so a line
// needs figures that agree. They agree too if OCR lost the decimal signs of all amounts, or if the
// page groups thousands by the sign that was taken for decimal.
func (r *Reading) provenOf(l *Line, arithmetic Result) document.Confidence {
	if arithmetic != Pass {
		return confidences[Placed] * 97 / 100
	}
	total, _ := l.LineTotal.Get()
	decimals := r.Header.Currency.Decimals()
	if n := total.Scale(); n != decimals && (n == 0 || n == thousands) {
		return unpointed
	}
	return document.Certain
}
