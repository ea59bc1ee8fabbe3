// One block of markdown. Memoised by its source: a settled block is rendered once.
import { memo } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { markdownParts } from "./markdown-parts";

const PLUGINS = [remarkGfm];

export const MarkdownBlock = memo(function MarkdownBlock({ source }: { source: string }) {
  return (
    <div className="prose-block">
      <Markdown remarkPlugins={PLUGINS} components={markdownParts} urlTransform={asWritten}>
        {source}
      </Markdown>
    </div>
  );
});

// Addresses are judged where they are drawn.
function asWritten(url: string): string {
  return url;
}
