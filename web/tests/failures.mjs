// A reporter that says only which files have a test that failed, one a line.
export default async function* failures(events) {
  const files = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) files.add(data.file);
  for (const file of files) yield `${file}\n`;
}
