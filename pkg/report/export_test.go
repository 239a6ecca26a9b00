package report

// EscapeMarkdown is escapeMarkdown for tests.
var EscapeMarkdown = escapeMarkdown

// Breakable is breakable for tests.
var Breakable = breakable
