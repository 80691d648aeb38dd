// A button on each block of commands that copies it; what a command prints has none.
for (const block of document.querySelectorAll('.highlight-sh .highlight, .highlight-yaml .highlight, .highlight-json .highlight')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  block.append(button);
}
