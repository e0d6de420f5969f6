/** The style of the page; colours follow the reader's system. */
export const style = `
:root {
  color-scheme: light dark;
  --quiet: light-dark(#59636e, #9198a1);
  --line: light-dark(#d1d9e0, #3d444d);
  --soft: light-dark(#f6f8fa, #161b22);
  --accent: light-dark(#0550ae, #79c0ff);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; background: light-dark(Canvas, #0d1117); }
body {
  margin: 0 auto;
  padding: 1rem;
  max-width: 72rem;
  color: light-dark(#1f2328, #e6edf3);
  font: 1rem/1.55 system-ui, sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--accent); }
h1 { margin: 0.5rem 0; }
h1 small { font-size: 1rem; font-weight: normal; color: var(--quiet); }
h2 { margin: 3rem 0 0; }
h2 + p { margin-top: 0.2rem; color: var(--quiet); }
h3 { margin: 0; font-size: 1.15rem; overflow-wrap: anywhere; }
h3 a { color: inherit; text-decoration: none; }
h4 { margin: 1.4rem 0 0.4rem; }
h4 small { font-weight: normal; color: var(--quiet); }
code, pre { font: 0.9em/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; }
p code, li code, dd code { overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); border-radius: 6px; }
article { margin: 1.5rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
article:target { border-color: var(--accent); }
article > p { margin: 0.4rem 0; }
.method { text-transform: uppercase; font-weight: 700; }
.get { color: light-dark(#1a7f37, #56d364); }
.post { color: var(--accent); }
.delete { color: light-dark(#b3261e, #ff8e85); }
.lock, .type { color: var(--quiet); }
.type { font-size: 0.9em; }
dl { margin: 0; }
dt { margin-top: 0.5rem; }
dd { margin: 0 0 0 1.25rem; }
ul.fields { margin: 0; padding-left: 1.25rem; list-style: none; }
ul.fields li { margin: 0.2rem 0; }
ul.fields ul.fields { border-left: 1px solid var(--line); padding-left: 1rem; }
details { margin: 0.4rem 0; border-top: 1px solid var(--line); padding-top: 0.4rem; }
summary { cursor: pointer; }
details > :not(summary) { margin-left: 1rem; }
/* Without boxes of the lists around them, items stick to the edges of the whole navigation. */
nav ul { display: contents; list-style: none; }
nav li { margin: 0.15rem 0; }
nav li:last-child { margin-bottom: 1rem; }
nav { scroll-target-group: auto; }
nav a { display: block; padding-left: 0.5rem; border-left: 2px solid transparent; text-decoration: none; }
nav a:target-current { border-color: currentColor; font-weight: 600; }
nav p { margin: 0; padding-left: 0.6rem; font-weight: 700; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 3rem; }
  header { grid-column: 1 / -1; max-width: 48rem; }
  nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; padding-top: 2.5rem; }
  nav li:has(:target-current) { position: sticky; top: 0; bottom: 0; background: light-dark(Canvas, #0d1117); }
}
`
