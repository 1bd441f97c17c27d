/**
 * For autocannon: leaves the bytes of answers as they are. It would put them together as text, which
 * takes ten times what the server that is measured needs for them.
 */
module.exports = (client) => {
  client.pipelinedRequests.addBody = () => {}
}
