// Package number reads figures as people print them: 1.234,50 and 1,234.50,
// € 12.50, (12.50), 12,50-, 20 Stk and 19 %.
package number
