// Package research gives product research a team's own data, and Amazon's answers.
package research
