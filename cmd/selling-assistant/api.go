package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/http/mcp"
	"sellingassistant/cmd/selling-assistant/apicall"
	"sellingassistant/cmd/selling-assistant/carrier"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/cmd/selling-assistant/health"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/secret"
)

func apiCommand(s *session) *cobra.Command {
	c := s.verb("api", "Call the API of a running service.")
	c.command.Long = "The key is that of SA_API_KEY, or else the demo's. A refusal is printed too, with exit code 1."
	call := apicall.Call{}
	method := c.text("method", strings.Join(apicall.Methods(), ", ")+".")
	path := c.text("path", "Whole, or below /api/v1: 'skus?limit=5'.")
	c.StringArrayVar(&call.Fields, "field", nil,
		"name=value, repeatable: in the query, or for POST, PUT and PATCH in the body. JSON stays JSON.")
	body := c.String("body", "", "The whole body as JSON; @name reads a file, @- the standard input.")
	c.BoolVar(&call.All, "all", false, "Read all pages of a list.")
	table := c.Bool("table", false, "Print a table in place of JSON.")
	columns := c.StringSlice("columns", nil, "Members to print in a table, such as sku,limits.min_price.")
	address := c.String("url", "", "Address of the service; without it, this machine's at SA_HTTP_ADDR.")
	c.BoolVar(&c.demo, "demo", false, "Call the demo with its own key.")
	c.check = func() error {
		*method = strings.ToUpper(*method)
		if !slices.Contains(apicall.Methods(), *method) {
			return usageError{"<method> must be one of " + strings.Join(apicall.Methods(), ", ")}
		}
		return nil
	}
	return c.runs(func(ctx context.Context) (err error) {
		if call.Method, call.Path = *method, *path; c.Changed("body") {
			if call.Body, err = c.bodyText(*body); err != nil {
				return err
			}
		}
		client, err := c.client(*address)
		if err != nil {
			return err
		}
		answer, err := client.Do(ctx, call)
		if err != nil {
			return err
		}
		if *table && answer.Refusal() == nil {
			return answer.Table(c.io.out, *columns)
		}
		return errors.Join(answer.JSON(c.io.out), answer.Refusal())
	})
}

// bodyText returns the text of a flag, or of the file that it names.
func (v *verb) bodyText(flag string) ([]byte, error) {
	name, file := strings.CutPrefix(flag, "@")
	switch {
	case !file:
		return []byte(flag), nil
	case name == "-":
		return io.ReadAll(v.io.in)
	}
	return os.ReadFile(name) //nolint:gosec // the user names the file
}

// client returns the client of the service at an address, or of the service on this machine.
func (v *verb) client(address string) (*apicall.Client, error) {
	key, err := config.LoadClient(v.environ)
	if err != nil {
		return nil, err
	}
	if key.APIKey.Empty() || v.demo {
		var found string
		if found, key.APIKey, err = v.demoAccess(); err != nil {
			return nil, err
		}
		address = cmp.Or(address, found)
	}
	if address == "" {
		if address, err = health.Address(v.environ); err != nil {
			return nil, err
		}
	}
	return apicall.New(address, key.APIKey, "selling-assistant/"+version())
}

// demoAccess returns the address and the key of the demo in the data folder.
func (v *verb) demoAccess() (string, secret.Text, error) {
	cfg, err := config.Load(v.environ, true)
	if err != nil {
		return "", secret.Text{}, err
	}
	address, key, err := demo.Access(cfg)
	if err != nil && !v.demo {
		err = errors.New("SA_API_KEY is not set, and " + err.Error())
	}
	return address, key, err
}

func mcpCommand(s *session) *cobra.Command {
	c := s.verb("mcp", "Connect an assistant that speaks the Model Context Protocol on standard input and output.")
	c.command.Long = "It carries the messages to a running service. The key is in SA_API_KEY."
	write := c.Bool("write", false, "Let the assistant change records too, if the key may.")
	address := c.String("url", "", "Address of the service; by default the service of this machine, at SA_HTTP_ADDR.")
	return c.runs(func(ctx context.Context) error {
		key, err := c.apiKey()
		if err != nil {
			return err
		}
		local, err := health.Address(c.environ)
		if *address == "" && err != nil {
			return err
		}
		path := mcp.ReadPath
		if *write {
			path = mcp.WritePath
		}
		return carrier.New(strings.TrimSuffix(cmp.Or(*address, local), "/")+path, key, c.io.out).Carry(ctx, c.io.in)
	})
}

// apiKey returns the key for calls of a running service.
func (v *verb) apiKey() (secret.Text, error) {
	client, err := config.LoadClient(v.environ)
	if err == nil && client.APIKey.Empty() {
		err = errors.New("SA_API_KEY must have an API key; selling-assistant key create makes one")
	}
	return client.APIKey, err
}
