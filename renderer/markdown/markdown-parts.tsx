// How each element of markdown is drawn: no HTML of the text's own, links only where they are safe, nothing loaded from outside.
import { Children, isValidElement, type ReactNode } from "react";
import type { Components } from "react-markdown";
import { useWindow } from "../components/window-context";
import { safeLink } from "../text/safe-link";
import { CodeBlock } from "./code-block";

export const markdownParts: Components = {
  a: ({ href, children }) => <SafeLink href={href ?? ""}>{children}</SafeLink>,
  img: ({ src, alt }) => (
    <SafeLink
      href={typeof src === "string" ? src : ""}
    >{`[image: ${alt === undefined || alt === "" ? String(src ?? "") : alt}]`}</SafeLink>
  ),
  pre: ({ children }) => <Fence>{children}</Fence>,
  p: ({ children }) => <p dir="auto">{children}</p>,
  li: ({ children, className }) => (
    <li dir="auto" className={className}>
      {children}
    </li>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  input: ({ checked }) => (
    <span role="img" aria-label={checked === true ? "done" : "to do"}>
      {checked === true ? "☑ " : "☐ "}
    </span>
  ),
  table: ({ children }) => (
    <div className="table-wrap" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th scope="col" dir="auto" data-align={style?.textAlign}>
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td dir="auto" data-align={style?.textAlign}>
      {children}
    </td>
  ),
  h1: ({ children }) => <Heading level={1}>{children}</Heading>,
  h2: ({ children }) => <Heading level={2}>{children}</Heading>,
  h3: ({ children }) => <Heading level={3}>{children}</Heading>,
  h4: ({ children }) => <Heading level={4}>{children}</Heading>,
  h5: ({ children }) => <Heading level={5}>{children}</Heading>,
  h6: ({ children }) => <Heading level={6}>{children}</Heading>,
};

// All headings of an answer stand under their turn's h2, so that the page's outline never skips a level.
function Heading({ level, children }: { level: number; children: ReactNode }) {
  return (
    <h3 data-level={level} dir="auto">
      {children}
    </h3>
  );
}

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const { actions } = useWindow();
  const url = safeLink(href);
  if (url === null) {
    return (
      <span className="inert-link" title={href === "" ? undefined : `Not opened from here: ${href}`}>
        {children}
      </span>
    );
  }
  return (
    <a
      href={url}
      title={url}
      onClick={(event) => {
        event.preventDefault();
        actions.openLink(url);
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  );
}

function Fence({ children }: { children?: ReactNode }) {
  const code = Children.toArray(children).find((child) => isValidElement<{ className?: string; children?: ReactNode }>(child));
  if (!isValidElement<{ className?: string; children?: ReactNode }>(code)) return <CodeBlock code="" language="" />;
  const language = /language-(\S+)/.exec(code.props.className ?? "")?.[1] ?? "";
  const text = Children.toArray(code.props.children).join("");
  return <CodeBlock code={text.replace(/\n$/, "")} language={language} />;
}
