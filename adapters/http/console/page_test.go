package console

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
func TestTheConsoleHasWordsForEverything(t *testing.T) {
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
func TestTheConsoleMakesNoMarkupOfTexts(t *testing.T) {
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
	require.Equal(t, 1, scripts, "the modules are joined")
}

// TestTheConsoleIsLight bounds what a browser loads in a language, packed as it is sent.
func TestTheConsoleIsLight(t *testing.T) {
	t.Parallel()
	for other, language := range map[string]string{"german.json": "English", "words.json": "German"} {
		sum := 0
		for name, f := range newSite(pageFiles).packed {
			if name != other {
				sum += len(f.Body)
			}
		}
		require.LessOrEqual(t, sum, 60_000, language)
	}
}

// TestTheConsoleSpeaksGerman holds the texts of the console against their German ones.
func TestTheConsoleSpeaksGerman(t *testing.T) {
	t.Parallel()
	s := newSite(pageFiles)
	var english map[string]map[string]string
	var german struct {
		Words map[string]map[string]string
		Texts map[string]string
	}
	require.NoError(t, json.Unmarshal(s.files["words.json"].Body, &english))
	require.NoError(t, json.Unmarshal(s.files["german.json"].Body, &german))
	require.Equal(t, slices.Sorted(maps.Keys(english)), slices.Sorted(maps.Keys(german.Words)))
	for section, list := range english {
		require.Equal(t, slices.Sorted(maps.Keys(list)), slices.Sorted(maps.Keys(german.Words[section])), section)
	}
	places := regexp.MustCompile(`\{\w+\}`)
	same := []string{"Live · {time}", "Name", "Person", "Ping", "Repricer", "Status", "Team", "in {time}", "normal"}
	for _, m := range regexp.MustCompile(`\bt\('((?:[^'\\]|\\.)*)'`).FindAllStringSubmatch(string(s.files["page.js"].Body), -1) {
		text := german.Texts[textKey(m[1])]
		if slices.Contains(same, m[1]) {
			require.Empty(t, text, "%s has the key of another text", m[1])
			continue
		}
		require.NotEmpty(t, text, m[1])
		require.ElementsMatch(t, places.FindAllString(m[1], -1), places.FindAllString(text, -1), m[1])
	}
}

// TestModulesAreJoined writes each module once, after the modules that it takes names of.
func TestModulesAreJoined(t *testing.T) {
	t.Parallel()
	require.Equal(t, `const $b = (() => {
const x = 1;async function y() {
return `+"`${x} // y`"+`;}
return { x, y };
})();
const $a = (() => {
const { y } = $b;function z() {}
return { z };
})();
const { x, y } = $b;const { z } = $a;await y(x, z);`, bundle(map[string]string{
		"page": "// Starts.\n\nimport { x, y } from './b.js';\nimport { z } from './a.js';\nawait y(x, z);\n",
		"a":    "import { y } from './b.js';\n/** Ends. */\nexport function z() {}\n",
		"b":    "export const x = 1;\nexport async function y() {\n  return `${x} // y`;\n}\n",
	}, "page"))
	require.Panics(t, func() { bundle(map[string]string{"page": "import { x } from './b.js';\n"}, "page") })
}
