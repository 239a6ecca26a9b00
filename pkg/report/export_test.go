package report

// EscapeMarkdown is escapeMarkdown for tests.
var EscapeMarkdown = escapeMarkdown
