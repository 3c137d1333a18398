# The image of the StatefulSet kingdom-sandboxd: Kingdom's own with the trees of the sandboxes, from Debian's packages and locked wheels.
# In the root folder of the repository, after `docker build -t kingdom:TAG .`:
#
#   docker build -t kingdom-sandboxd:TAG --build-arg KINGDOM=kingdom:TAG -f deploy/kubernetes/sandboxd.Dockerfile .
ARG KINGDOM=kingdom:local
FROM ${KINGDOM}
USER root
ENV KINGDOM_SANDBOX_ROOT=/opt/kingdom-sandbox
# The archives are for a Docker engine; bubblewrap needs the trees alone. Leave the second line out to do without charts.
RUN scripts/sandbox_image.sh && scripts/sandbox_image.sh --data \
 && rm -f /opt/kingdom-sandbox/image.tar /opt/kingdom-sandbox/data/image.tar
