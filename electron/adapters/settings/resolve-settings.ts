// Settings and environment → the provider and model that are in force. Pure, apart from the file, so that every combination can be tried.
import { homedir } from "node:os";
import { join } from "node:path";
import {
  type HookEvent,
  type HookSettings,
  ProviderSettings,
  type Settings,
  type SteerMode,
} from "../../../shared/protocol/settings";
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { ApprovalPolicy, ToolDispatch } from "../../../shared/protocol/thread";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The embedded offline provider. */
export interface DemoProvider {
  readonly name: "demo";
  readonly kind: "demo";
}

/** A server that speaks the Responses API. Times in milliseconds; `contextWindow` in tokens, null when the settings do not say. */
export interface ResponsesProvider {
  readonly name: string;
  readonly kind: "responses";
  readonly baseUrl: string;
  /** The key, read when it is needed and kept nowhere; null when there is none. */
  readonly apiKey: () => string | null;
  /** The variable that holds the key; null for a server without one. */
  readonly apiKeyEnv: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly streamIdleTimeoutMs: number;
  readonly streamMaxRetries: number;
  readonly requestMaxRetries: number;
  readonly namespaces: boolean;
  readonly customTools: boolean;
  readonly contextWindow: number | null;
}

export interface ResolvedSettings {
  readonly provider: DemoProvider | ResponsesProvider;
  readonly model: string;
  readonly approvalPolicy: ApprovalPolicy;
  readonly sandbox: SandboxChoice;
  /** Milliseconds; null: a question waits. */
  readonly approvalTimeoutMs: number | null;
  /** Tokens; null: only the model's own window counts. */
  readonly autoCompactTokenLimit: number | null;
  readonly toolDispatch: ToolDispatch;
  readonly steer: SteerMode;
  /** In order of declaration. */
  readonly hooks: Readonly<Record<HookEvent, readonly HookSettings[]>>;
  /** Null: the model is never told the time unasked. */
  readonly reminderSeconds: number | null;
  /** Absolute. */
  readonly sessionRoots: readonly string[];
  /** Names of the variables that hold keys, of all providers. */
  readonly keyVariables: readonly string[];
  /** What a person should put right, in words that never hold a key; null when all is well. */
  readonly problem: string | null;
}

export type Resolution =
  { readonly kind: "resolved"; readonly resolved: ResolvedSettings } | { readonly kind: "problem"; readonly problem: string };

type Choice =
  | { readonly kind: "chosen"; readonly provider: ResolvedSettings["provider"]; readonly model: string }
  | { readonly kind: "problem"; readonly problem: string };

const DEFAULT_STREAM_IDLE_TIMEOUT_MS = 300_000;
const DEFAULT_STREAM_MAX_RETRIES = 5;
const DEFAULT_REQUEST_MAX_RETRIES = 0;
const NO_HOOKS = { userPromptSubmit: [], preToolUse: [], postToolUse: [], stop: [], afterTurn: [] };
const RESERVED_NAMES = ["demo", "environment"];

/**
 * COUNTERFOIL_BASE_URL and COUNTERFOIL_MODEL make the provider `environment`, which wins over the file's; a broken pair is a problem and the
 * file's provider stays. `problem`: these settings cannot be in force at all.
 */
export function resolveSettings(settings: Settings, environment: Environment): Resolution {
  const fromFile = chooseFromFile(settings, environment);
  if (fromFile.kind === "problem") return fromFile;
  const fromEnvironment = chooseFromEnvironment(environment);
  const { provider, model } = fromEnvironment?.kind === "chosen" ? fromEnvironment : fromFile;
  const problems = [fromEnvironment?.kind === "problem" ? fromEnvironment.problem : null, missingKey(provider)].filter(
    (text) => text !== null,
  );
  const seconds = settings.approvalTimeoutSeconds ?? null;
  return {
    kind: "resolved",
    resolved: {
      provider,
      model,
      approvalPolicy: settings.approvalPolicy ?? "onRequest",
      sandbox: { mode: settings.sandbox ?? "workspaceWrite", hasNetwork: settings.network ?? false },
      approvalTimeoutMs: seconds === null ? null : seconds * 1000,
      autoCompactTokenLimit: settings.autoCompactTokenLimit ?? null,
      toolDispatch: settings.toolDispatch ?? "inStream",
      steer: settings.steer ?? "safePoint",
      hooks: { ...NO_HOOKS, ...settings.hooks },
      reminderSeconds: settings.clock?.reminderSeconds ?? null,
      sessionRoots: (settings.sessionRoots ?? []).map(withoutTilde),
      keyVariables: keyVariables(settings),
      problem: problems.length === 0 ? null : problems.join(" "),
    },
  };
}

function withoutTilde(path: string): string {
  return path.startsWith("~") ? join(homedir(), path.slice(1)) : path;
}

function keyVariables(settings: Settings): readonly string[] {
  const named = Object.values(settings.providers ?? {}).flatMap(({ apiKeyEnv }) => (apiKeyEnv === undefined ? [] : [apiKeyEnv]));
  return ["COUNTERFOIL_API_KEY", ...named];
}

function chooseFromFile(settings: Settings, environment: Environment): Choice {
  const providers = settings.providers ?? {};
  const reserved = RESERVED_NAMES.find((name) => Object.hasOwn(providers, name));
  if (reserved !== undefined)
    return {
      kind: "problem",
      problem: `The provider name "${reserved}" is taken by the program; choose another one in "providers".`,
    };
  const name = settings.provider ?? "demo";
  if (name === "demo") return { kind: "chosen", provider: { name, kind: "demo" }, model: settings.model ?? "demo-1" };
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider === undefined) {
    const names = ["demo", ...Object.keys(providers)].map((known) => `"${known}"`).join(", ");
    return { kind: "problem", problem: `The provider "${name}" is not defined; there is ${names}.` };
  }
  const model = settings.model ?? provider.models?.[0]?.id;
  if (model === undefined) return { kind: "problem", problem: `No model is chosen for the provider "${name}"; set "model".` };
  return { kind: "chosen", provider: responsesProvider({ name, settings: provider, model, environment }), model };
}

function chooseFromEnvironment(environment: Environment): Choice | null {
  const baseUrl = valueOf(environment, "COUNTERFOIL_BASE_URL");
  const model = valueOf(environment, "COUNTERFOIL_MODEL");
  if (baseUrl === null)
    return model === null
      ? null
      : { kind: "problem", problem: "COUNTERFOIL_MODEL is set but COUNTERFOIL_BASE_URL is not; set both." };
  if (model === null) return { kind: "problem", problem: "COUNTERFOIL_BASE_URL is set but COUNTERFOIL_MODEL is not; set both." };
  const parsed = ProviderSettings.safeParse({ baseUrl });
  if (!parsed.success)
    return {
      kind: "problem",
      problem: "COUNTERFOIL_BASE_URL is not an http or https address, such as http://localhost:11434/v1.",
    };
  const hasKey = valueOf(environment, "COUNTERFOIL_API_KEY") !== null;
  const settings = hasKey ? { ...parsed.data, apiKeyEnv: "COUNTERFOIL_API_KEY" } : parsed.data;
  return { kind: "chosen", provider: responsesProvider({ name: "environment", settings, model, environment }), model };
}

function responsesProvider(from: {
  name: string;
  settings: ProviderSettings;
  model: string;
  environment: Environment;
}): ResponsesProvider {
  const { name, settings, model, environment } = from;
  const apiKeyEnv = settings.apiKeyEnv ?? null;
  return {
    name,
    kind: "responses",
    baseUrl: settings.baseUrl,
    apiKey: () => (apiKeyEnv === null ? null : valueOf(environment, apiKeyEnv)),
    apiKeyEnv,
    headers: settings.headers ?? {},
    streamIdleTimeoutMs: settings.streamIdleTimeoutMs ?? DEFAULT_STREAM_IDLE_TIMEOUT_MS,
    streamMaxRetries: settings.streamMaxRetries ?? DEFAULT_STREAM_MAX_RETRIES,
    requestMaxRetries: settings.requestMaxRetries ?? DEFAULT_REQUEST_MAX_RETRIES,
    namespaces: settings.namespaces ?? false,
    customTools: settings.customTools ?? false,
    contextWindow: settings.models?.find(({ id }) => id === model)?.contextWindow ?? null,
  };
}

function missingKey(provider: ResolvedSettings["provider"]): string | null {
  if (provider.kind === "demo" || provider.apiKeyEnv === null || provider.apiKey() !== null) return null;
  // Whatever does not look like the name of a variable may be the key itself, put into the wrong place.
  if (!/^[A-Z][A-Z0-9_]{0,63}$/.test(provider.apiKeyEnv)) {
    return `The variable that "apiKeyEnv" of the provider "${provider.name}" names is not set. It takes the name of a variable such as OPENAI_API_KEY, not the key.`;
  }
  return `${provider.apiKeyEnv} is not set: the provider "${provider.name}" takes its key from it.`;
}

/** A variable that is set to nothing counts as not set. */
function valueOf(environment: Environment, name: string): string | null {
  const value = Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
  return value === undefined || value === "" ? null : value;
}
