"use strict";
window.events = [];
window.unsubscribe = window.fixture.subscribe((value) => window.events.push(value));
try {
  window.evaluated = new Function("return 1")();
} catch {
  window.evaluated = "blocked";
}
