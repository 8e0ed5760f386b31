package inventory

import "errors"

// errShape is what restoring says to a record that no version of the program
// can have stored.
var errShape = errors.New("stored record has an impossible shape")
