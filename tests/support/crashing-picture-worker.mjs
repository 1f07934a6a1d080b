// Stands in for the process that decodes pictures: crashes, hangs or answers, as the task says.
process.on('disconnect', () => process.exit(0))
process.on('message', ({ file }) => {
  if (file === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (file === 'hang') setInterval(() => {}, 1000)
  if (file === 'fine') {
    const picture = { bytes: new Uint8Array(1), contentType: 'image/jpeg', width: 7, height: 7 }
    process.send({ kind: 'made', picture: { ...picture, thumbnail: picture }, memory: 0 })
  }
})
