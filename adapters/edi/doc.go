// Package edi reads EDI messages: EDIFACT INVOIC, ORDERS, ORDRSP and DESADV, and X12 810, 850,
// 855 and 856.
//
// A scanner cuts the text into segments, and a frame checks the envelopes around messages. A table
// for each standard maps the segments to lines and header. Segments are read in sequence, and a
// line ends when the next line begins. So long messages take little memory beside their text.
package edi
