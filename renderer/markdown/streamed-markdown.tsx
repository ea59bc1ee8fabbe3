// Markdown that may still be arriving: settled blocks are drawn once, only the tail is drawn again.
import { useMemo, useState } from "react";
import { BlockSplitter, finishedBlocks } from "./block-splitter";
import { CodeBlock } from "./code-block";
import { MarkdownBlock } from "./markdown-block";
import { usePacedText } from "./use-paced-text";

interface StreamedMarkdownProps {
  readonly text: string;
  readonly isStreaming: boolean;
  readonly isSmall?: boolean;
}

interface Blocks {
  readonly settled: readonly string[];
  readonly tail: string;
  readonly isFenceOpen: boolean;
}

export function StreamedMarkdown({ text, isStreaming, isSmall = false }: StreamedMarkdownProps) {
  const shown = usePacedText(text, isStreaming);
  const [splitter] = useState(() => new BlockSplitter());
  const blocks = useMemo((): Blocks => {
    if (!isStreaming) return { settled: finishedBlocks(shown), tail: "", isFenceOpen: false };
    splitter.update(shown);
    return { settled: splitter.settled, tail: splitter.tail, isFenceOpen: splitter.isFenceOpen };
  }, [splitter, shown, isStreaming]);
  return (
    <div className={["prose", isSmall ? "prose-small" : "", isStreaming ? "is-wet" : ""].filter(Boolean).join(" ")}>
      {blocks.settled.map((source, index) => (
        <MarkdownBlock key={index} source={source} />
      ))}
      {blocks.isFenceOpen ? <OpenFence key={blocks.settled.length} source={blocks.tail} /> : null}
      {blocks.isFenceOpen || blocks.tail === "" ? null : <MarkdownBlock key={blocks.settled.length} source={blocks.tail} />}
    </div>
  );
}

/** A fence that is not closed yet: plain text, no parsing. */
function OpenFence({ source }: { source: string }) {
  const firstLine = source.indexOf("\n");
  const language =
    source
      .slice(0, firstLine)
      .trim()
      .replace(/^(`+|~+)\s*/, "")
      .split(/\s/, 1)[0] ?? "";
  return (
    <div className="prose-block">
      <CodeBlock code={source.slice(firstLine + 1)} language={language} />
    </div>
  );
}
