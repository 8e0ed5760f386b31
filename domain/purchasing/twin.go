package purchasing

import (
	"slices"
	"strings"
	"unicode"
)

// TwinBy names the common feature of two suppliers.
type TwinBy string

// The features that make suppliers likely to be the same, the strongest first.
const (
	TwinByTaxID  TwinBy = "tax_id"
	TwinByDomain TwinBy = "domain"
	TwinByName   TwinBy = "name"
)

// SupplierTwin names another supplier that is likely to be the same.
type SupplierTwin struct {
	ID SupplierID
	By TwinBy
}

// TwinKeys has the keys that identify a supplier, "" for a missing key.
type TwinKeys struct{ TaxID, Domain, Name string }

// Keys returns the keys that identify the supplier: its tax number without signs, the domain of its
// website or else of its e-mail address, and its name without the words for forms of companies.
func (v SupplierValues) Keys() TwinKeys {
	k := TwinKeys{TaxID: strings.Map(letterOrDigit, strings.ToUpper(v.TaxID.Or("")))}
	_, k.Domain, _ = strings.Cut(strings.ToLower(v.Email.Or("")), "@")
	if slices.Contains(publicMail, k.Domain) {
		k.Domain = ""
	}
	if site, ok := v.Website.Get(); ok {
		_, k.Domain, _ = strings.Cut(strings.ToLower(site), "://")
		if end := strings.IndexAny(k.Domain, ":/"); end >= 0 {
			k.Domain = k.Domain[:end]
		}
		k.Domain = strings.TrimPrefix(k.Domain, "www.")
	}
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(v.Name), ".", ""), func(r rune) bool { return letterOrDigit(r) < 0 })
	for len(words) > 1 && slices.Contains(companyForms, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	k.Name = strings.Join(words, " ")
	return k
}

func letterOrDigit(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return r
	}
	return -1
}

// publicMail lists hosts of mailboxes that many companies have.
var publicMail = []string{"gmail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com", "gmx.de", "web.de", "qq.com", "163.com", "126.com"}

// companyForms end names of companies and do not distinguish them.
var companyForms = []string{
	"ltd", "limited", "inc", "incorporated", "llc", "llp", "plc", "corp", "corporation", "co", "company", "gmbh", "mbh", "ag", "kg", "ohg", "ug", "ek",
	"sa", "sas", "sarl", "srl", "spa", "sl", "bv", "nv", "ab", "as", "oy", "aps", "kft", "sro", "doo", "pty", "pte",
}

// Twin returns the strongest common feature of the two, and whether it exists.
func (k TwinKeys) Twin(other TwinKeys) (TwinBy, bool) {
	switch {
	case k.TaxID != "" && k.TaxID == other.TaxID:
		return TwinByTaxID, true
	case k.Domain != "" && k.Domain == other.Domain:
		return TwinByDomain, true
	}
	return TwinByName, k.Name != "" && k.Name == other.Name
}
