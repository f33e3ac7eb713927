/** Fetch the engine's files in a browser. */

/**
 * Return a function that fetches a file of a folder, and reports its bytes as they come.
 * @param {string} folder its address, with a slash at its end
 * @returns {(name: string, onBytes: (count: number) => void) => Promise<Blob>}
 */
export const readFrom = (folder) => async (name, onBytes) => {
  const response = await fetch(folder + name);
  if (!response.ok || !response.body) throw new Error(`${folder}${name} cannot be loaded (${response.status})`);
  const parts = [];
  for (const reader = response.body.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    onBytes(value.length);
  }
};
