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
	"sellingassistant/domain/repricer"
)

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	slices.Sort(out)
	return out
}

// Whoever adds a word to a list of the domain says in words.json what it means
// to a seller.
func TestThePageHasWordsForEverything(t *testing.T) {
	t.Parallel()
	var words map[string]map[string]string
	require.NoError(t, json.Unmarshal(newSite(pageFiles).files["words.json"].Body, &words))
	shops := map[string]string{}
	for _, m := range marketplace.All() {
		shops[string(m.ID)] = m.Domain
	}
	require.Equal(t, shops, words["marketplaces"])
	delete(words, "marketplaces")
	sections := map[string][]string{
		"reasons":     texts(repricer.Words[repricer.Reason]()),
		"adjustments": texts(repricer.Words[repricer.Adjustment]()),
		"exclusions":  texts(repricer.Words[repricer.Exclusion]()),
		"rules":       texts(repricer.Words[repricer.Rule]()),
		"triggers":    texts(repricer.Words[repricer.Trigger]()),
		"verdicts":    texts(repricer.Words[repricer.Verdict]()),
		"outcomes":    texts(repricer.Words[repricer.Outcome]()),
		"holds":       texts(repricer.Words[repricer.HoldReason]()),
		"attention":   texts(repricer.Words[repricer.Attention]()),
		"acts":        texts(repricer.Words[repricer.Act]()),
		"owners":      texts(repricer.Words[repricer.BoxOwner]()),
		"modes":       texts(repricer.Words[repricer.Mode]()),
		"run_states":  texts(repricer.Words[repricer.RunState]()),
		"floors":      texts(repricer.Words[repricer.FloorSource]()),
		"withdrawals": texts(repricer.Words[repricer.Withdrawal]()),
		"sales":       {"unknown"},
	}
	for section, want := range sections {
		require.Equal(t, want, slices.Sorted(maps.Keys(words[section])), section)
		for word, text := range words[section] {
			require.NotEmpty(t, strings.TrimSpace(text), "%s %s", section, word)
			for _, part := range regexp.MustCompile(`\{[^}]*\}`).FindAllString(text, -1) {
				require.Contains(t, []string{"{target}", "{floor}", "{ceiling}"}, part, word)
			}
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(words)), slices.Sorted(maps.Keys(sections)), "sections of words.json and of this test")
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
