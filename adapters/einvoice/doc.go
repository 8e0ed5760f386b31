// Package einvoice reads electronic invoices and the messages around them: CII (Factur-X, ZUGFeRD, XRechnung), UBL and
// FatturaPA.
//
// Elements are found by their local names. A line is read when it ends and then dropped, so that long messages take
// little memory; what stands outside of lines is kept to the end.
package einvoice
