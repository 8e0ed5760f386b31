package purchasing

import (
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// The bounds of addresses and contacts.
const (
	MaxContacts = 20
	MaxEmail    = 254
	MaxPhone    = 40
	MaxLine     = 200
)

// Contact describes a person to talk to.
type Contact struct {
	Name  optional.Maybe[string]
	Role  optional.Maybe[string]
	Email optional.Maybe[string]
	Phone optional.Maybe[string]
}

func (c Contact) checked(f *check.Faults, at string) Contact {
	return Contact{
		Name:  check.Line(f, at+"/name", optional.FieldOf(c.Name), MaxLine).Maybe(),
		Role:  check.Line(f, at+"/role", optional.FieldOf(c.Role), MaxLine).Maybe(),
		Email: email(f, at+"/email", optional.FieldOf(c.Email)).Maybe(),
		Phone: phone(f, at+"/phone", optional.FieldOf(c.Phone)).Maybe(),
	}
}

func email(f *check.Faults, at string, field optional.Field[string]) optional.Field[string] {
	return check.Form(f, at, field, MaxEmail, check.IsEmail, "an e-mail address")
}

func phone(f *check.Faults, at string, field optional.Field[string]) optional.Field[string] {
	return check.Form(f, at, field, MaxPhone, check.IsPhone, "a telephone number")
}

// Address locates a business or a place of delivery. Country has an ISO 3166-1 alpha-2 code.
type Address struct {
	Line1      optional.Maybe[string]
	Line2      optional.Maybe[string]
	City       optional.Maybe[string]
	Region     optional.Maybe[string]
	PostalCode optional.Maybe[string]
	Country    optional.Maybe[string]
}

func (a Address) checked(f *check.Faults, at string) Address {
	for _, part := range []struct {
		name string
		text *optional.Maybe[string]
	}{{"line1", &a.Line1}, {"line2", &a.Line2}, {"city", &a.City}, {"region", &a.Region}, {"postal_code", &a.PostalCode}} {
		*part.text = check.Line(f, at+"/"+part.name, optional.FieldOf(*part.text), MaxLine).Maybe()
	}
	if c, ok := a.Country.Get(); ok && !check.IsCountry(c) {
		f.Add(fault.CodeInvalid, at+"/country", "must be an ISO 3166-1 code of two capitals")
	}
	return a
}

// addressOver lays the address of a patch over the current address; null empties it.
func addressOver(f *check.Faults, field optional.Field[Address], current Address) Address {
	if !field.Set {
		return current
	}
	return field.Value.checked(f, "/address")
}
