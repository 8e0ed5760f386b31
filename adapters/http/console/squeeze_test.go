package console

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScriptsAreSqueezed(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"const a = (b, c) => { return b ?? c; };":                "let a=(b,c)=>{return b??c};",
		"if (a === b && !c) x = y > 1 ? [1, 2] : { };":           "if(a===b&&!c)x=y>1?[1,2]:{};",
		"a + +b - -c / d; e = 'a  ,  b';":                        "a + +b - -c / d;e='a  ,  b';",
		"f(`x , ${ a ? `, ${ { b : 1 }.b } ;` : c } , `)":        "f(`x , ${a?`, ${{b:1}.b} ;`:c} , `)",
		"const r = /[/ , ]\\/ , /.test(' ( '), s = a / b , c;":   "let r=/[/ , ]\\/ , /.test(' ( '),s=a / b,c;",
		"it = 'it\\'s , so' ; \nreturn [ a ]\nlet b":             "it='it\\'s , so';return[a]\nlet b",
		"f(); // it's {\n}\nlet u = 'a//b' // c\nx(\n1,\n2)\n.y": "f()}\nlet u='a//b' \nx(1,2).y",
		"{ f([\n1,\n'const ;}',\n], { g: 2, }, );\n}":            "{f([1,'const ;}'],{g:2})}",
		"for (const x of [1]) typeof x in y;":                    "for(let x of[1])typeof x in y;",
	} {
		require.Equal(t, want, squeeze(script))
		require.Equal(t, want, squeeze(want), "again changes nothing")
	}
}
