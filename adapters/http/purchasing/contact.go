package purchasing

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Contact names a contact person.
type Contact struct {
	Name  *string `json:"name" doc:"Name of the person."`
	Role  *string `json:"role" doc:"Role of the person."`
	Email *string `json:"email" doc:"E-mail address."`
	Phone *string `json:"phone" doc:"Telephone number."`
}

// ContactInput takes a contact person.
type ContactInput struct {
	Name  body.Opt[string]   `json:"name,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. The name of the person, required in contacts."`
	Role  body.Field[string] `json:"role,omitzero" minLength:"1" maxLength:"200" doc:"Role of the person. Not blank, on one line."`
	Email body.Field[string] `json:"email,omitzero" minLength:"1" maxLength:"254" doc:"Not blank, on one line. E-mail address."`
	Phone body.Field[string] `json:"phone,omitzero" minLength:"1" maxLength:"40" doc:"Not blank, on one line. A telephone number: digits, spaces and + - ( ) . / x #."`
}

func contactOf(c purchasing.Contact) Contact {
	return Contact{Name: c.Name.Ptr(), Role: c.Role.Ptr(), Email: c.Email.Ptr(), Phone: c.Phone.Ptr()}
}

func (c ContactInput) contact() purchasing.Contact {
	return purchasing.Contact{Name: c.Name.Maybe(), Role: c.Role.Maybe(), Email: c.Email.Maybe(), Phone: c.Phone.Maybe()}
}

// Address has the address of a business or a destination of goods. Unknown values are null.
type Address struct {
	Line1      *string `json:"line1" doc:"Street and number."`
	Line2      *string `json:"line2" doc:"Further line of the address."`
	City       *string `json:"city" doc:"Town."`
	Region     *string `json:"region" doc:"State or province."`
	PostalCode *string `json:"postal_code" doc:"Postal code."`
	Country    *string `json:"country" doc:"ISO 3166-1 code of two letters."`
}

// AddressInput replaces the earlier address.
type AddressInput struct {
	Line1      body.Field[string]       `json:"line1,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Street and number."`
	Line2      body.Field[string]       `json:"line2,omitzero" minLength:"1" maxLength:"200" doc:"Further line of the address. Not blank, on one line."`
	City       body.Field[string]       `json:"city,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Town."`
	Region     body.Field[string]       `json:"region,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. State or province."`
	PostalCode body.Field[string]       `json:"postal_code,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Postal code."`
	Country    body.Field[body.Country] `json:"country,omitzero" doc:"ISO 3166-1 code of two letters."`
}

func addressOf(a purchasing.Address) Address {
	return Address{
		Line1: a.Line1.Ptr(), Line2: a.Line2.Ptr(), City: a.City.Ptr(), Region: a.Region.Ptr(), PostalCode: a.PostalCode.Ptr(),
		Country: a.Country.Ptr(),
	}
}

func addressField(f body.Field[AddressInput]) optional.Field[purchasing.Address] {
	return optional.Map(f.Field, func(a AddressInput) purchasing.Address {
		return purchasing.Address{
			Line1: a.Line1.Maybe(), Line2: a.Line2.Maybe(), City: a.City.Maybe(), Region: a.Region.Maybe(),
			PostalCode: a.PostalCode.Maybe(), Country: optional.Convert(a.Country.Maybe(), func(c body.Country) string { return string(c) }),
		}
	})
}
