// Package einvoice reads electronic invoices and the messages around them: CII (Factur-X, ZUGFeRD,
// XRechnung), UBL and FatturaPA.
//
// It finds elements by their local names. It reads each line when the line ends and then drops it,
// so that long messages take little memory. It keeps the elements outside lines to the end.
package einvoice
