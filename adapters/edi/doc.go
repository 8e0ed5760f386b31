// Package edi reads EDI messages: EDIFACT INVOIC, ORDERS, ORDRSP and DESADV, and X12 810, 850,
// 855 and 856.
//
// A scanner cuts the text into segments, a frame checks the envelopes around messages, and one
// table for each standard maps the segments to lines and header. Segments are read one after the
// other, and a line is finished when the next line begins, so that long messages take little
// memory beside their text.
package edi
