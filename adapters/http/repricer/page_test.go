package repricer

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	slices.Sort(out)
	return out
}

// Every word in a list of the domain has its meaning to a seller in words.json.
func TestThePageHasWordsForEverything(t *testing.T) {
	t.Parallel()
	var list map[string]map[string]string
	require.NoError(t, json.Unmarshal(newSite(pageFiles).files["words.json"].Body, &list))
	shops := map[string]string{}
	for _, m := range marketplace.All() {
		shops[string(m.ID)] = m.Domain
	}
	require.Equal(t, shops, list["marketplaces"])
	delete(list, "marketplaces")
	sections := map[string][]string{
		"reasons":     texts(words.Of[decision.Reason]()),
		"adjustments": texts(words.Of[decision.Adjustment]()),
		"exclusions":  texts(words.Of[decision.Exclusion]()),
		"rules":       texts(words.Of[decision.Rule]()),
		"triggers":    texts(words.Of[history.Trigger]()),
		"verdicts":    texts(words.Of[decision.Verdict]()),
		"outcomes":    texts(words.Of[history.Outcome]()),
		"holds":       texts(words.Of[decision.HoldReason]()),
		"attention":   texts(words.Of[repricer.Attention]()),
		"acts":        texts(words.Of[repricer.Act]()),
		"owners":      texts(words.Of[decision.BoxOwner]()),
		"modes":       texts(words.Of[decision.Mode]()),
		"run_states":  texts(words.Of[repricer.RunState]()),
		"floors":      texts(words.Of[decision.FloorSource]()),
		"withdrawals": texts(words.Of[history.Withdrawal]()),
		"sales":       {"unknown"},
		"postage":     texts(words.Of[decision.PostageBasis]()),
	}
	for section, want := range sections {
		require.Equal(t, want, slices.Sorted(maps.Keys(list[section])), section)
		for word, text := range list[section] {
			require.NotEmpty(t, strings.TrimSpace(text), "%s %s", section, word)
			require.NotContains(t, text, "{", word)
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(list)), slices.Sorted(maps.Keys(sections)), "sections of words.json and of this test")
}

// Text of the API must not become markup, and no script may be made of a text.
// The policy forbids both to browsers that know it; this to all others.
func TestThePageMakesNoMarkupOfTexts(t *testing.T) {
	t.Parallel()
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|DOMParser|createContextualFragment|javascript:`)
	scripts := 0
	for name, f := range newSite(pageFiles).files {
		require.NotEmpty(t, f.Type, name)
		if strings.HasSuffix(name, ".js") {
			scripts++
			require.Empty(t, forbidden.FindAllString(string(f.Body), -1), name)
		}
		require.Empty(t, regexp.MustCompile(`(?i)<[^>]*\s(on[a-z]+|style)\s*=`).FindAllString(string(f.Body), -1), name)
	}
	require.Equal(t, 9, scripts)
}
