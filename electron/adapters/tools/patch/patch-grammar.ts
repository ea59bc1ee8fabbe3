// The form of a patch as a provider's grammar for free text (Lark), and as words for a model that is only told.
export const PATCH_GRAMMAR = `start: "*** Begin Patch" LF step+ "*** End Patch" LF?

step: added | deleted | updated
added: "*** Add File: " path LF added_line+
deleted: "*** Delete File: " path LF
updated: "*** Update File: " path LF moved? hunks?
moved: "*** Move to: " path LF

hunks: (marker | line)+ at_end?
marker: ("@@" | "@@ " TEXT) LF
line: ("+" | "-" | " ") TEXT? LF
added_line: "+" TEXT? LF
at_end: "*** End of File" LF
path: TEXT

TEXT: /[^\\r\\n]+/
%import common.LF
`;

export const PATCH_WORDS = `Changes files. The patch is text of this form:

*** Begin Patch
*** Add File: path/of/new.txt
+every line of a new file starts with +
*** Update File: path/of/old.txt
*** Move to: path/of/renamed.txt
@@ class Name
 a line of context
-a line that goes
+a line that comes
 a line of context
*** Delete File: path/of/gone.txt
*** End Patch

Paths are relative to the session's folder and may not leave it. Give about three lines of context around each change, as they stand in the file; hunks come in the file's order. \`@@ LINE\` names a line above the change, such as the function it is in; \`*** Move to\` and \`@@ LINE\` may be left out. \`*** End of File\` behind a hunk ties it to the file's end. Line endings are kept. A file that is there is never overwritten by Add or Move. All files are changed, or none.`;
