# The path of the command.
bcv_find <- function(command) {
  variable <- Sys.getenv("BCV")
  wanted <- if (!is.null(command)) command else if (variable != "") variable else "bcv"
  found <- c(Filter(nzchar, Sys.which(if (wanted == "bcv") bcv_places() else wanted)), "")[[1]]
  if (found == "") {
    where <- if (!is.null(command)) "argument command" else if (variable != "") "environment variable BCV"
    bcv_stop(if (is.null(where)) "no program bcv of install_bcv(), on PATH or in ~/go/bin; install it"
             else paste0(wanted, ", which the ", where, " names, is not a program; correct it"),
             ", with `go install ./pkg/cmd/bcv` in a clone of https://github.com/block-regularized/bcv, ",
             "or set BCV to its path")
  }
  found
}

# Where install_bcv puts the program, then PATH, then where go install puts it; RStudio often does not have the
# PATH of the shell.
bcv_places <- function() {
  folders <- c(Sys.getenv("GOBIN"), file.path(Sys.getenv("GOPATH", path.expand("~/go")), "bin"))
  c(file.path(bcv_library(), "bcv"), "bcv", file.path(folders[folders != ""], "bcv"))
}

# What the program calls its version, asked once: bcv v0.1.0, for instance.
bcv_version <- function(found) {
  if (is.null(bcv_asked[[found]])) {
    said <- tryCatch(suppressWarnings(system2(found, "--version", stdout = TRUE, stderr = FALSE)), error = function(e) "")
    version <- regmatches(said, regexpr("^bcv [^ ,]+", said))
    assign(found, c(version, "of unknown version")[[1]], bcv_asked)
  }
  bcv_asked[[found]]
}
bcv_asked <- new.env()

# Whether program and package are of one release; NA where one of them is no release, such as one of a clone.
bcv_same <- function(found, own = as.character(utils::packageVersion("bcvcompare"))) {
  if (own == "0.0.0" || !grepl("^[0-9]+\\.[0-9]+\\.[0-9]+$", own)) return(NA)
  version <- bcv_version(found)
  release <- "^bcv v([0-9]+\\.[0-9]+\\.[0-9]+)(-rc\\.[0-9]+)?$"
  if (!grepl(release, version)) return(if (version == "of unknown version") FALSE else NA)
  sub(release, "\\1", version) == own
}

bcv_choose <- "choose another one by the argument command or the environment variable BCV"

# Warns once of a program of another release.
bcv_warn <- function(found, own = as.character(utils::packageVersion("bcvcompare"))) {
  if (!isFALSE(bcv_same(found, own)) || !is.null(bcv_asked[[paste("warned of", found)]])) return(invisible())
  assign(paste("warned of", found), TRUE, bcv_asked)
  warning("the program ", found, " is ", bcv_version(found), ", this package is of version ", own, "; ", bcv_choose, call. = FALSE)
}

# Runs the command on a data frame as its standard input; returns what it prints, and its notes.
bcv_run <- function(command, words, flags, input = NULL) {
  found <- bcv_find(command)
  bcv_warn(found)
  flags <- Filter(function(x) !is.null(x) && !identical(x, FALSE), flags)
  args <- c(words, vapply(names(flags), function(name) {
    flag <- paste0("--", gsub("_", "-", name))
    if (isTRUE(flags[[name]])) return(flag)
    value <- flags[[name]]
    if (is.numeric(value)) value <- format(value, digits = 15, trim = TRUE, scientific = FALSE)
    paste0(flag, "=", paste(value, collapse = ","))
  }, ""))
  files <- tempfile(c("in", "out", "err"))
  on.exit(unlink(files))
  if (is.null(input)) file.create(files[1]) else utils::write.csv(bcv_exact(input), files[1], row.names = FALSE, na = "", fileEncoding = "UTF-8")
  status <- system2(found, bcv_quote(args), stdin = files[1], stdout = files[2], stderr = files[3])
  said <- sub(paste0("^bcv ", words[1], ": "), "", readLines(files[3], encoding = "UTF-8", warn = FALSE))
  note <- startsWith(said, "note: ")
  if (status != 0) {
    wrong <- said[!note & said != ""]
    wrong <- if (length(wrong) > 0) paste(wrong, collapse = "; ") else paste0("bcv ", words[1], " ended with status ", status)
    # A flag or command that it lacks may be one of another version.
    lacks <- grepl("no flag |unknown (flag|command)|flag provided but not defined", wrong) && !grepl("did you mean", wrong)
    bcv_stop(wrong, if (lacks && !isTRUE(bcv_same(found))) paste0("; the program is ", bcv_version(found), ", ", found, "; ", bcv_choose))
  }
  list(out = readLines(files[2], encoding = "UTF-8", warn = FALSE), notes = sub("^note: ", "", said[note]))
}

bcv_quote <- function(words) shQuote(words, if (.Platform$OS.type == "windows") "cmd" else "sh")

# A data frame whose numbers have all their digits as text; write.csv would leave them 15.
bcv_exact <- function(frame) {
  for (name in names(frame)) {
    x <- frame[[name]]
    if (is.double(x)) frame[[name]] <- ifelse(is.na(x), NA, sprintf("%.17g", x))
  }
  frame
}

bcv_stop <- function(...) {
  stop(structure(class = c("bcv_error", "error", "condition"), list(message = paste0(...), call = NULL)))
}
