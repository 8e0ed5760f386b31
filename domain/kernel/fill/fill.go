package fill

import (
	"fmt"
	"html"
	"reflect"
	"strings"
	"text/template/parse"
)

// HTML has markup that pages take as it is.
type HTML string

// Template has a parsed text.
type Template struct {
	name   string
	trees  map[string]*parse.Tree
	escape func(string) string
}

// builtins lists the functions of every template. The parser only looks whether they exist.
var builtins = map[string]any{"not": true, "eq": true}

// Text parses a template that writes values as they are.
func Text(name, text string) (*Template, error) {
	return parsed(name, text, func(s string) string { return s })
}

// Page parses a template of a page: values other than HTML are escaped. A page has values between
// tags and in quoted attributes, never in a script or a style.
func Page(name, text string) (*Template, error) { return parsed(name, text, html.EscapeString) }

// Must returns a template of the program itself, and panics if it is wrong.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}

func parsed(name, text string, escape func(string) string) (*Template, error) {
	trees, err := parse.Parse(name, text, "", "", builtins)
	if err != nil {
		return nil, fmt.Errorf("read the template: %w", err)
	}
	return &Template{name, trees, escape}, nil
}

// Execute returns the text for a struct of data.
func (t *Template) Execute(data any) (string, error) {
	r := &run{Template: t, vars: map[string]reflect.Value{"$": reflect.ValueOf(data)}}
	err := r.template(t.name, reflect.ValueOf(data))
	return r.out.String(), err
}

// run executes a template once.
type run struct {
	*Template
	out  strings.Builder
	vars map[string]reflect.Value
}

func (r *run) template(name string, dot reflect.Value) error {
	tree := r.trees[name]
	if tree == nil {
		return fmt.Errorf("template %s: there is no template %q", r.name, name)
	}
	return r.list(tree.Root, dot)
}

func (r *run) list(list *parse.ListNode, dot reflect.Value) error {
	if list == nil {
		return nil
	}
	for _, n := range list.Nodes {
		if err := r.node(n, dot); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) node(n parse.Node, dot reflect.Value) error {
	switch n := n.(type) {
	case *parse.TextNode:
		r.out.Write(n.Text)
		return nil
	case *parse.ActionNode:
		return r.action(n, dot)
	case *parse.IfNode:
		v, err := r.pipe(n.Pipe, dot)
		if err != nil || !isTrue(v) {
			return r.otherwise(n.ElseList, dot, err)
		}
		return r.list(n.List, dot)
	case *parse.WithNode:
		v, err := r.pipe(n.Pipe, dot)
		if err != nil || !isTrue(v) {
			return r.otherwise(n.ElseList, dot, err)
		}
		return r.list(n.List, v)
	case *parse.RangeNode:
		v, err := r.pipe(n.Pipe, dot)
		if err != nil || !isTrue(v) {
			return r.otherwise(n.ElseList, dot, err)
		}
		for i := range v.Len() {
			if err := r.list(n.List, v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case *parse.TemplateNode:
		return r.template(n.Name, dot)
	}
	return fmt.Errorf("template %s: {{%s}} is not supported", r.name, n)
}

// otherwise executes the part for a false value.
func (r *run) otherwise(list *parse.ListNode, dot reflect.Value, err error) error {
	if err != nil {
		return err
	}
	return r.list(list, dot)
}

// action writes a value, or sets a variable.
func (r *run) action(n *parse.ActionNode, dot reflect.Value) error {
	v, err := r.pipe(n.Pipe, dot)
	if err != nil || len(n.Pipe.Decl) > 0 {
		return err
	}
	if markup, ok := v.Interface().(HTML); ok {
		r.out.WriteString(string(markup))
		return nil
	}
	r.out.WriteString(r.escape(fmt.Sprint(v.Interface())))
	return nil
}

// pipe evaluates the text in a pair of braces, and sets the variable that it declares.
func (r *run) pipe(p *parse.PipeNode, dot reflect.Value) (reflect.Value, error) {
	if len(p.Cmds) != 1 || len(p.Decl) > 1 {
		return reflect.Value{}, fmt.Errorf("template %s: {{%s}} is not supported", r.name, p)
	}
	args := make([]reflect.Value, len(p.Cmds[0].Args))
	for i, arg := range p.Cmds[0].Args {
		var err error
		if args[i], err = r.value(arg, dot); err != nil {
			return reflect.Value{}, err
		}
	}
	v, err := r.call(p, args)
	if err == nil && len(p.Decl) == 1 {
		r.vars[p.Decl[0].Ident[0]] = v
	}
	return v, err
}

// value evaluates an argument.
func (r *run) value(n parse.Node, dot reflect.Value) (reflect.Value, error) {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot, nil
	case *parse.FieldNode:
		return r.fields(dot, n.Ident)
	case *parse.VariableNode:
		return r.fields(r.vars[n.Ident[0]], n.Ident[1:])
	case *parse.IdentifierNode:
		return reflect.ValueOf(builtin(n.Ident)), nil
	case *parse.NumberNode:
		if n.IsInt {
			return reflect.ValueOf(int(n.Int64)), nil
		}
	}
	return reflect.Value{}, fmt.Errorf("template %s: {{%s}} is not supported", r.name, n)
}

// fields follows the names of fields.
func (r *run) fields(v reflect.Value, names []string) (reflect.Value, error) {
	for _, name := range names {
		if v.Kind() != reflect.Struct || !v.FieldByName(name).IsValid() {
			return reflect.Value{}, fmt.Errorf("template %s: there is no field %s", r.name, name)
		}
		v = v.FieldByName(name)
	}
	return v, nil
}

// builtin names a function that belongs to every template.
type builtin string

// call calls a function with arguments. A value alone is its own result.
func (r *run) call(p *parse.PipeNode, args []reflect.Value) (reflect.Value, error) {
	f := args[0]
	name, isBuiltin := f.Interface().(builtin)
	switch {
	case name == "not" && len(args) == 2:
		return reflect.ValueOf(!isTrue(args[1])), nil
	case name == "eq" && len(args) == 3 && args[1].Comparable() && args[2].Comparable():
		return reflect.ValueOf(args[1].Interface() == args[2].Interface()), nil
	case f.Kind() == reflect.Func && f.Type().NumIn() == len(args)-1:
		out := f.Call(args[1:])
		if len(out) == 2 && !out[1].IsNil() {
			err, _ := out[1].Interface().(error)
			return reflect.Value{}, err
		}
		return out[0], nil
	case len(args) > 1 || isBuiltin || f.Kind() == reflect.Func:
		return reflect.Value{}, fmt.Errorf("template %s: {{%s}} has other arguments than the function", r.name, p)
	}
	return f, nil
}

// isTrue reports whether a value is neither false nor empty.
func isTrue(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.String, reflect.Slice:
		return v.Len() > 0
	}
	return !v.IsZero()
}
