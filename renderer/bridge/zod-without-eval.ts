// Must be imported before any schema: zod would otherwise probe for eval, which the content security policy forbids and reports.
import { config } from "zod";

config({ jitless: true });
