package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// operation has a model's description of one operation.
type operation struct {
	id, method, path string
	rate, burst      float64 // 0 if it says nothing
	parameters       []parameter
	schemas          map[int]*jsonschema.Schema // by status; nil for no body
	definitions      map[string]any
}

type parameter struct {
	Name     string         `json:"name"`
	In       string         `json:"in"`
	Required bool           `json:"required"`
	Type     string         `json:"type"`
	Items    map[string]any `json:"items"`
	Enum     []string       `json:"enum"`
	MaxItems *int           `json:"maxItems"`
	Minimum  *int           `json:"minimum"`
	Maximum  *int           `json:"maximum"`
	MinLen   *int           `json:"minLength"`
	MaxLen   *int           `json:"maxLength"`
	Pattern  string         `json:"pattern"`
	Schema   map[string]any `json:"schema"`
}

// readModels reads every model of a folder.
func readModels(folder string) (map[string]*operation, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("there are no models in " + folder)
	}
	all := map[string]*operation{}
	for _, file := range files {
		if err := readModel(file, all); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	return all, nil
}

func readModel(file string, all map[string]*operation) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var model struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(b, &model); err != nil {
		return err
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft7)
	if err := compiler.AddResource("model.json", whole); err != nil {
		return err
	}
	definitions, _ := member(whole, "definitions").(map[string]any)
	for path, methods := range model.Paths {
		for method, raw := range methods {
			if !slices.Contains([]string{"get", "put", "post", "patch", "delete"}, method) {
				continue
			}
			op, err := readOperation(compiler, method, path, raw, methods["parameters"])
			if err != nil {
				return fmt.Errorf("%s %s: %w", method, path, err)
			}
			op.definitions = definitions
			all[op.id] = op
		}
	}
	return nil
}

func readOperation(compiler *jsonschema.Compiler, method, path string, raw, shared json.RawMessage) (*operation, error) {
	var in struct {
		ID          string      `json:"operationId"`
		Description string      `json:"description"`
		Parameters  []parameter `json:"parameters"`
		Responses   map[string]struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"responses"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, err
	}
	op := &operation{id: in.ID, method: strings.ToUpper(method), path: path, parameters: in.Parameters, schemas: map[int]*jsonschema.Schema{}}
	if shared != nil {
		var more []parameter
		if err := json.Unmarshal(shared, &more); err != nil {
			return nil, err
		}
		op.parameters = append(op.parameters, more...)
	}
	op.rate, op.burst = usagePlan(in.Description)
	escaped := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path)
	for status, response := range in.Responses {
		code, err := strconv.Atoi(status)
		if err != nil {
			return nil, err
		}
		op.schemas[code] = nil
		if response.Schema == nil {
			continue
		}
		at := "model.json#/paths/" + escaped + "/" + method + "/responses/" + status + "/schema"
		if op.schemas[code], err = compiler.Compile(at); err != nil {
			return nil, err
		}
	}
	return op, nil
}

var planRow = regexp.MustCompile(`\|\s*([0-9.]+)\s*\|\s*([0-9.]+)\s*\|`)

// usagePlan finds rate and burst in the text of a description.
func usagePlan(description string) (rate, burst float64) {
	row := planRow.FindStringSubmatch(description)
	if row == nil {
		return 0, 0
	}
	rate, _ = strconv.ParseFloat(row[1], 64) // the pattern lets only numbers through
	burst, _ = strconv.ParseFloat(row[2], 64)
	return rate, burst
}

func member(of any, name string) any {
	object, _ := of.(map[string]any)
	return object[name]
}

// resolve follows the references of a schema.
func (op *operation) resolve(schema map[string]any) map[string]any {
	for {
		ref, ok := schema["$ref"].(string)
		if !ok {
			return schema
		}
		schema, _ = op.definitions[strings.TrimPrefix(ref, "#/definitions/")].(map[string]any)
	}
}

// body returns the schema of the request body, nil without a body.
func (op *operation) body() map[string]any {
	for _, p := range op.parameters {
		if p.In == "body" {
			return op.resolve(p.Schema)
		}
	}
	return nil
}
