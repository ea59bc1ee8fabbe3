// A block of code, left to right whatever the text around it, with a button that copies its source.
import { Icon } from "../components/icon";
import { useWindow } from "../components/window-context";

export function CodeBlock({ code, language }: { code: string; language: string }) {
  const { actions } = useWindow();
  return (
    <figure className="code">
      <figcaption className="code-head">
        <span>{language === "" ? "text" : language}</span>
        <button type="button" className="btn btn-quiet btn-small push" onClick={() => actions.copy(code)}>
          <Icon name="copy" />
          Copy
        </button>
      </figcaption>
      <pre tabIndex={0} dir="ltr">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
