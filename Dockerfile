# Two stages: the first compiles the kernels and makes the app with the puzzles of two years, the second has Python and
# the wheels and nothing else.
#   docker build -t passatempo . && docker run --rm -p 127.0.0.1:8080:8080 passatempo
# A release names the base by its digest; the tag is what was current when this was written.
FROM python:3.13-slim-trixie AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends g++ make && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN make app-site && mkdir /wheels \
  && .venv/bin/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir /wheels . \
  && .venv/bin/python -m pip wheel --quiet --require-hashes --wheel-dir /wheels --requirement .ci/locked-web.txt

FROM python:3.13-slim-trixie
COPY --from=build /wheels /wheels
# hadolint ignore=DL3013
RUN python -m pip install --quiet --no-cache-dir --no-index --find-links /wheels "passatempo[web]" && rm -rf /wheels \
  && useradd --uid 10001 --create-home player
USER 10001
WORKDIR /home/player
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/api', timeout=4)"]
ENTRYPOINT ["passatempo"]
CMD ["web", "--host", "0.0.0.0", "--port", "8080"]
