// Package fill executes Go templates: the pages, the overview for language models, and migrations.
//
// It parses by text/template/parse, and executes a part of the language: fields of structs,
// functions in fields, variables, if, with, range, define, template, «not» and «eq». It does not
// find methods by name as text/template does. A program that does so keeps every exported method of
// every type: 32 MB of 115 in this one.
package fill
