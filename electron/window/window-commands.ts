// The commands that only a window can carry out (protocol.md §1): choosing a folder, opening a link outside, drafts.
import type { z } from "zod";
import type { ErrorKind, RpcRequest, RpcResponse, WindowCommandMethod } from "../../shared/protocol/command";
import { windowCommands } from "../../shared/protocol/command";
import { rpcError } from "../ipc/rpc-error";
import { errorMessage, StorageError } from "../runtime/errors";
import { outsideLink } from "./app-url";

/** The unsent texts, by thread id or `new`. */
export interface Drafts {
  read(): Promise<Record<string, string>>;
  write(key: string, text: string): Promise<void>;
}

export interface WindowCommandParts {
  /** The chosen folder, or null when the person thought better of it. */
  chooseFolder: () => Promise<string | null>;
  openOutside: (link: string) => Promise<void>;
  drafts: Drafts;
}

/** Answers a window command; undefined for any other method. Params and result are validated; a failure is an error reply. */
export type WindowCommand = (request: RpcRequest) => Promise<RpcResponse> | undefined;

export function createWindowCommand({ chooseFolder, openOutside, drafts }: WindowCommandParts): WindowCommand {
  const answers: Record<WindowCommandMethod, (request: RpcRequest) => Promise<RpcResponse>> = {
    "folder/choose": answered(windowCommands["folder/choose"], async () => ({ path: await chooseFolder() })),
    "link/open": answered(windowCommands["link/open"], async ({ url }) => {
      const link = outsideLink(url);
      if (link === null) throw new CommandRefused("only http, https and mailto links are opened");
      await openOutside(link);
      return {};
    }),
    "draft/read": answered(windowCommands["draft/read"], async () => ({ drafts: await drafts.read() })),
    "draft/write": answered(windowCommands["draft/write"], async ({ key, text }) => {
      await drafts.write(key, text);
      return {};
    }),
  };
  return (request) => (isWindowCommand(request.method) ? answers[request.method](request) : undefined);
}

class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

interface CommandSchema<Params, Result> {
  params: z.ZodType<Params>;
  result: z.ZodType<Result>;
}

function answered<Params, Result>(schema: CommandSchema<Params, Result>, act: (params: Params) => Promise<Result>) {
  return async ({ id, method, params }: RpcRequest): Promise<RpcResponse> => {
    const parsed = schema.params.safeParse(params ?? {});
    if (!parsed.success) return rpcError(id, "invalidParams", `${method}: ${parsed.error.issues.map(describeIssue).join("; ")}`);
    try {
      return { id, result: schema.result.parse(await act(parsed.data)) };
    } catch (error) {
      return rpcError(id, errorKind(error), `${method}: ${errorMessage(error)}`);
    }
  };
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}

function errorKind(error: unknown): ErrorKind {
  if (error instanceof CommandRefused) return "invalidParams";
  return error instanceof StorageError ? "storage" : "internal";
}

function isWindowCommand(method: string): method is WindowCommandMethod {
  return Object.hasOwn(windowCommands, method);
}
